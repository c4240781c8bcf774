import CoreData

public class Depot: _Depot {
}
