internal import Foundation

/// The stored form of transformable values: what the attribute's transformer makes of them.
enum OpaqueArchive {
  static func data(from value: OpaqueValue, of attribute: NSAttributeDescription) -> Data? {
    let transformer = transformer(of: attribute)
    // The unarchiving transformers are named after reading, so writing is their reverse.
    let data =
      transformer is NSSecureUnarchiveFromDataTransformer
      ? transformer.reverseTransformedValue(value.value.base)
      : transformer.transformedValue(value.value.base)
    return data as? Data
  }

  static func value(from data: Data, of attribute: NSAttributeDescription) -> Value {
    let transformer = transformer(of: attribute)
    let value =
      transformer is NSSecureUnarchiveFromDataTransformer
      ? transformer.transformedValue(data) : transformer.reverseTransformedValue(data)
    guard let value = value as? AnyHashable else { return .null }
    return .opaque(OpaqueValue(value: value))
  }

  private static func transformer(of attribute: NSAttributeDescription) -> ValueTransformer {
    attribute.valueTransformerName
      .flatMap { ValueTransformer(forName: NSValueTransformerName(rawValue: $0)) }
      ?? NSSecureUnarchiveFromDataTransformer()
  }
}
