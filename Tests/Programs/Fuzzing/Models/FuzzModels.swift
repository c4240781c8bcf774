import Foundation

@testable import CoreData

/// Feeds any bytes to the model reader. Whatever is read has to be fit for use: it can be named in
/// SQL, copied with the same hashes, and given accessors.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzModels(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let data = Data(UnsafeBufferPointer(start: bytes, count: count))
  let url = URL(fileURLWithPath: "/contents")
  guard let model = try? ModelReader.model(from: data, at: url) else { return 0 }
  let copy = model.copy() as? NSManagedObjectModel
  precondition(copy?.entityVersionHashesByName == model.entityVersionHashesByName)
  _ = AccessorGenerator(model: model).files
  let names = SchemaNames(model: model)
  for entity in model.entities { precondition(names.number(of: entity) > 0) }
  return 0
}
