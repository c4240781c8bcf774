import CoreData

public class Parcel: _Parcel {
}
