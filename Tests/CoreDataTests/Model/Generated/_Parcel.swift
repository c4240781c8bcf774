// Generated from the entity "Parcel"; do not edit, the next generation overwrites it.
// What you add to the class goes into Parcel.swift.
import CoreData
import Foundation

class _Parcel: NSManagedObject {
  class func fetchRequest() -> NSFetchRequest<Parcel> {
    NSFetchRequest<Parcel>(entityName: "Parcel")
  }

  var code: UUID? {
    get { attribute(0) }
    set { setAttribute(0, to: newValue) }
  }

  var depot: Depot? {
    get { related(3) }
    set { setRelated(3, to: newValue) }
  }

  var price: NSDecimalNumber? {
    get { attribute(1) }
    set { setAttribute(1, to: newValue) }
  }

  var weight: Double {
    get { attribute(2) }
    set { setAttribute(2, to: newValue) }
  }
}
