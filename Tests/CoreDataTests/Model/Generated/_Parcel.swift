// Generated from the entity "Parcel"; do not edit, the next generation overwrites it.
// What you add to the class goes into Parcel.swift.
import CoreData
import Foundation

public class _Parcel: NSManagedObject {
  public class func fetchRequest() -> NSFetchRequest<Parcel> {
    NSFetchRequest<Parcel>(entityName: "Parcel")
  }

  public var code: UUID? {
    get { attribute(0) }
    set { setAttribute(0, to: newValue) }
  }

  public var depot: Depot? {
    get { related(3) }
    set { setRelated(3, to: newValue) }
  }

  public var price: NSDecimalNumber? {
    get { attribute(1) }
    set { setAttribute(1, to: newValue) }
  }

  public var weight: Double {
    get { attribute(2) }
    set { setAttribute(2, to: newValue) }
  }
}
