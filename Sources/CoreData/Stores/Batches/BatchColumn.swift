/// A column that batch insertions write. A class, because every value looks at one.
final class BatchColumn {
  let slot: Int
  let attribute: NSAttributeDescription
  let name: String
  let type: NSAttributeType
  let isOptional: Bool

  init(_ slot: WritePlan.Slot, _ attribute: NSAttributeDescription) {
    (self.slot, self.attribute, name) = (slot.slot, attribute, attribute.name)
    (type, isOptional) = (attribute.attributeType, attribute.isOptional)
  }
}
