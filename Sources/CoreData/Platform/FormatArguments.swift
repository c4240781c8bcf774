// swift-format-ignore-file: AvoidRetroactiveConformances
// What a program writes as `date as CVarArg` where a predicate is made of a format. On Apple's systems
// the cast goes through the Objective-C class; here the values are arguments themselves. A predicate
// takes them as they are, and `String(format:)` prints them.

extension Date: @retroactive CVarArg, @retroactive _CVarArgObject {
  public var _cVarArgObject: any CVarArg { printed(self) }
  public var _cVarArgEncoding: [Int] { printed(self)._cVarArgEncoding }
}

extension UUID: @retroactive CVarArg, @retroactive _CVarArgObject {
  public var _cVarArgObject: any CVarArg { printed(self) }
  public var _cVarArgEncoding: [Int] { printed(self)._cVarArgEncoding }
}

extension URL: @retroactive CVarArg, @retroactive _CVarArgObject {
  public var _cVarArgObject: any CVarArg { printed(self) }
  public var _cVarArgEncoding: [Int] { printed(self)._cVarArgEncoding }
}

extension Data: @retroactive CVarArg, @retroactive _CVarArgObject {
  public var _cVarArgObject: any CVarArg { printed(self) }
  public var _cVarArgEncoding: [Int] { printed(self)._cVarArgEncoding }
}

extension Decimal: @retroactive CVarArg, @retroactive _CVarArgObject {
  public var _cVarArgObject: any CVarArg { printed(self) }
  public var _cVarArgEncoding: [Int] { printed(self)._cVarArgEncoding }
}

extension Array: @retroactive CVarArg, @retroactive _CVarArgObject {
  public var _cVarArgObject: any CVarArg { printed(self) }
  public var _cVarArgEncoding: [Int] { printed(self)._cVarArgEncoding }
}

extension Set: @retroactive CVarArg, @retroactive _CVarArgObject {
  public var _cVarArgObject: any CVarArg { printed(self) }
  public var _cVarArgEncoding: [Int] { printed(self)._cVarArgEncoding }
}

private func printed(_ value: Any) -> any CVarArg { NSString(string: "\(value)") }
