// Generated from the entity "Depot"; do not edit, the next generation overwrites it.
// What you add to the class goes into Depot.swift.
import CoreData
import Foundation

public class _Depot: NSManagedObject {
  public class func fetchRequest() -> NSFetchRequest<Depot> {
    NSFetchRequest<Depot>(entityName: "Depot")
  }

  public var capacity: Int32 {
    get { attribute(0) }
    set { setAttribute(0, to: newValue) }
  }

  public var isOpen: Bool {
    get { attribute(1) }
    set { setAttribute(1, to: newValue) }
  }

  public var name: String? {
    get { attribute(2) }
    set { setAttribute(2, to: newValue) }
  }

  public var opened: Date? {
    get { attribute(3) }
    set { setAttribute(3, to: newValue) }
  }

  public var parcels: [Parcel] {
    get { related(ordered: 0) }
    set { setRelated(ordered: 0, to: newValue) }
  }

  public func addToParcels(_ member: Parcel) { add(member, toMany: 0) }

  public func removeFromParcels(_ member: Parcel) { remove(member, fromMany: 0) }
}
