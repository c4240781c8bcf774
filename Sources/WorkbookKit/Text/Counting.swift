extension Int {
  /// `1 order`, `2 orders`.
  public func of(_ noun: String, _ plural: String? = nil) -> String {
    self == 1 ? "1 \(noun)" : "\(grouped) \(plural ?? noun + "s")"
  }

  /// `12,345`, so that large figures can be read.
  public var grouped: String {
    let digits = String(magnitude)
    var result = ""
    for (index, digit) in digits.enumerated() {
      if index > 0 && (digits.count - index).isMultiple(of: 3) { result += "," }
      result.append(digit)
    }
    return self < 0 ? "-" + result : result
  }
}
