import CoreData

class Depot: _Depot {
}
