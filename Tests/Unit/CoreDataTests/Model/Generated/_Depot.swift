// Generated from the entity "Depot"; do not edit, the next generation overwrites it.
// What you add to the class goes into Depot.swift.
import CoreData
import Foundation

class _Depot: NSManagedObject {
  class func fetchRequest() -> NSFetchRequest<Depot> {
    NSFetchRequest<Depot>(entityName: "Depot")
  }

  var capacity: Int32 {
    get { attribute(Keys.capacity) }
    set { setAttribute(Keys.capacity, to: newValue) }
  }

  var primitiveCapacity: Int32 {
    get { primitive(Keys.capacity) ?? 0 }
    set { setPrimitive(Keys.capacity, to: newValue) }
  }

  var isOpen: Bool {
    get { attribute(Keys.isOpen) }
    set { setAttribute(Keys.isOpen, to: newValue) }
  }

  var primitiveIsOpen: Bool {
    get { primitive(Keys.isOpen) ?? false }
    set { setPrimitive(Keys.isOpen, to: newValue) }
  }

  var name: String? {
    get { attribute(Keys.name) }
    set { setAttribute(Keys.name, to: newValue) }
  }

  var primitiveName: String? {
    get { primitive(Keys.name) }
    set { setPrimitive(Keys.name, to: newValue) }
  }

  var opened: Date? {
    get { attribute(Keys.opened) }
    set { setAttribute(Keys.opened, to: newValue) }
  }

  var primitiveOpened: Date? {
    get { primitive(Keys.opened) }
    set { setPrimitive(Keys.opened, to: newValue) }
  }

  var parcels: [Parcel] {
    get { related(ordered: Keys.parcels) }
    set { setRelated(ordered: Keys.parcels, to: newValue) }
  }

  func addToParcels(_ value: Parcel) {
    mutableOrderedSetValue(forKey: "parcels").add(value)
  }

  func addToParcels(_ values: NSOrderedSet) {
    mutableOrderedSetValue(forKey: "parcels").union(values)
  }

  func removeFromParcels(_ value: Parcel) {
    mutableOrderedSetValue(forKey: "parcels").remove(value)
  }

  func removeFromParcels(_ values: NSOrderedSet) {
    mutableOrderedSetValue(forKey: "parcels").minus(values)
  }

  func insertIntoParcels(_ value: Parcel, at index: Int) {
    mutableOrderedSetValue(forKey: "parcels").insert(value, at: index)
  }

  func removeFromParcels(at index: Int) {
    mutableOrderedSetValue(forKey: "parcels").removeObject(at: index)
  }

  func replaceParcels(at index: Int, with value: Parcel) {
    mutableOrderedSetValue(forKey: "parcels").replaceObject(at: index, with: value)
  }

  func insertIntoParcels(_ values: [Parcel], at indexes: NSIndexSet) {
    mutableOrderedSetValue(forKey: "parcels").insert(values, at: indexes as IndexSet)
  }

  func removeFromParcels(at indexes: NSIndexSet) {
    mutableOrderedSetValue(forKey: "parcels").removeObjects(at: indexes as IndexSet)
  }

  func replaceParcels(at indexes: NSIndexSet, with values: [Parcel]) {
    mutableOrderedSetValue(forKey: "parcels").replaceObjects(at: indexes as IndexSet, with: values)
  }

  private enum Keys {
    static let version: StaticString = "(749c0e0e)"
    static let capacity = PropertyKey("capacity", version: version)
    static let isOpen = PropertyKey("isOpen", version: version)
    static let name = PropertyKey("name", version: version)
    static let opened = PropertyKey("opened", version: version)
    static let parcels = PropertyKey("parcels", version: version)
  }
}
