// Generated from the entity "Parcel"; do not edit, the next generation overwrites it.
// What you add to the class goes into Parcel.swift.
import CoreData
import Foundation

class _Parcel: NSManagedObject {
  class func fetchRequest() -> NSFetchRequest<Parcel> {
    NSFetchRequest<Parcel>(entityName: "Parcel")
  }

  var code: UUID? {
    get { attribute(Keys.code) }
    set { setAttribute(Keys.code, to: newValue) }
  }

  var primitiveCode: UUID? {
    get { primitive(Keys.code) }
    set { setPrimitive(Keys.code, to: newValue) }
  }

  var depot: Depot? {
    get { related(Keys.depot) }
    set { setRelated(Keys.depot, to: newValue) }
  }

  var primitiveDepot: Depot? {
    get { primitive(Keys.depot) }
    set { setPrimitive(Keys.depot, to: newValue) }
  }

  var price: NSDecimalNumber? {
    get { attribute(Keys.price) }
    set { setAttribute(Keys.price, to: newValue) }
  }

  var primitivePrice: NSDecimalNumber? {
    get { primitive(Keys.price) }
    set { setPrimitive(Keys.price, to: newValue) }
  }

  var weight: Double {
    get { attribute(Keys.weight) }
    set { setAttribute(Keys.weight, to: newValue) }
  }

  var primitiveWeight: Double {
    get { primitive(Keys.weight) ?? 0 }
    set { setPrimitive(Keys.weight, to: newValue) }
  }

  private enum Keys {
    static let version: StaticString = "(d235c8c9)"
    static let code = PropertyKey("code", version: version)
    static let depot = PropertyKey("depot", version: version)
    static let price = PropertyKey("price", version: version)
    static let weight = PropertyKey("weight", version: version)
  }
}
