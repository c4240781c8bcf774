import CoreData

class Parcel: _Parcel {
}
