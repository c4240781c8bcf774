internal import Foundation

/// The stored form of transformable values: what the attribute's transformer makes of them.
enum OpaqueArchive {
  static func data(
    from value: OpaqueValue, of attribute: NSAttributeDescription
  ) throws -> Data {
    let transformer = try transformer(of: attribute)
    // The unarchiving transformers are named after reading, so writing is their reverse.
    let data =
      transformer is NSSecureUnarchiveFromDataTransformer
      ? transformer.reverseTransformedValue(value.object)
      : transformer.transformedValue(value.object)
    if let data = data as? Data { return data }
    throw CocoaError.unarchivable(value.object, attribute, transformer)
  }

  /// nil for data that the transformer cannot read.
  static func value(
    from data: Data, of attribute: NSAttributeDescription
  ) throws -> Value? {
    let transformer = try transformer(of: attribute)
    let value =
      transformer is NSSecureUnarchiveFromDataTransformer
      ? transformer.transformedValue(data) : transformer.reverseTransformedValue(data)
    return value.map { .opaque(OpaqueValue(any: $0)) }
  }

  private static func transformer(
    of attribute: NSAttributeDescription
  ) throws -> ValueTransformer {
    guard let name = attribute.valueTransformerName else { return standard }
    if let known = ValueTransformer(forName: NSValueTransformerName(rawValue: name)) {
      return known
    }
    throw CocoaError.unknownTransformer(name, attribute)
  }

  private static let standard = NSSecureUnarchiveFromDataTransformer()
}

extension NSAttributeDescription {
  /// `Item.colour`
  fileprivate var place: String { "\(owner?.name ?? "?").\(name)" }
}

extension CocoaError {
  fileprivate static func unknownTransformer(
    _ name: String, _ attribute: NSAttributeDescription
  ) -> CocoaError {
    coreData(
      .coreData, attribute.place, "names the value transformer \(name), which is not registered",
      wayOut: "Call ValueTransformer.setValueTransformer(_:forName:) before the store is used, or "
        + "write NSSecureUnarchiveFromData in the model.")
  }

  fileprivate static func unarchivable(
    _ value: Any, _ attribute: NSAttributeDescription, _ transformer: ValueTransformer
  ) -> CocoaError {
    let isStandard = transformer is NSSecureUnarchiveFromDataTransformer
    return coreData(
      .coreData, attribute.place,
      "has a \(type(of: value)) that "
        + (isStandard
          ? "is not, or holds something that is not, NSSecureCoding"
          : "\(type(of: transformer)) does not turn into data"),
      wayOut: isStandard
        ? "Set property-list values, let the class conform to NSSecureCoding and be among the "
          + "transformer's allowedTopLevelClasses, or name a transformer of your own."
        : "Set a value that it takes, or let it return Data.")
  }
}
