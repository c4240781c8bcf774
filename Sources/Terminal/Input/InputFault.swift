/// Why a line was not accepted as text.
public enum InputFault: Error, Sendable, Equatable {
  case tooLong(limit: Int)
  case containsNul
  case notUTF8
}

extension InputFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .tooLong(let limit):
      "the line is longer than \(limit) bytes; it was dropped"
    case .containsNul:
      "the line contains a NUL byte; only text can be read"
    case .notUTF8:
      "the line is not valid UTF-8; save the text as UTF-8 and try again"
    }
  }
}

extension InputFault {
  /// The text of one line's bytes.
  static func text(of bytes: some Collection<UInt8>) -> Result<String, InputFault> {
    if bytes.contains(0) { return .failure(.containsNul) }
    guard let text = String(validating: bytes, as: UTF8.self) else { return .failure(.notUTF8) }
    return .success(text)
  }
}
