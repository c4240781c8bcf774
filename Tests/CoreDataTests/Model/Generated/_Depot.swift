// Generated from the entity "Depot"; do not edit, the next generation overwrites it.
// What you add to the class goes into Depot.swift.
import CoreData
import Foundation

class _Depot: NSManagedObject {
  class func fetchRequest() -> NSFetchRequest<Depot> {
    NSFetchRequest<Depot>(entityName: "Depot")
  }

  var capacity: Int32 {
    get { attribute(0) }
    set { setAttribute(0, to: newValue) }
  }

  var isOpen: Bool {
    get { attribute(1) }
    set { setAttribute(1, to: newValue) }
  }

  var name: String? {
    get { attribute(2) }
    set { setAttribute(2, to: newValue) }
  }

  var opened: Date? {
    get { attribute(3) }
    set { setAttribute(3, to: newValue) }
  }

  var parcels: [Parcel] {
    get { related(ordered: 0) }
    set { setRelated(ordered: 0, to: newValue) }
  }

  func addToParcels(_ member: Parcel) { add(member, toMany: 0) }

  func removeFromParcels(_ member: Parcel) { remove(member, fromMany: 0) }
}
