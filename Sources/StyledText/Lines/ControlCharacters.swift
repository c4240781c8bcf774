/// Control characters made visible.
public enum ControlCharacters {
  public static func visible(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if !isControl(scalar) {
        result.unicodeScalars.append(scalar)
      } else if scalar.value < 0x80, let letter = Unicode.Scalar(scalar.value ^ 0x40) {
        result += "^\(letter)"
      } else {
        result += "\u{FFFD}"
      }
    }
    return result
  }

  public static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar != "\n", scalar != "\t" else { return false }
    return scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
  }
}
