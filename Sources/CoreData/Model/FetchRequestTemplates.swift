extension NSManagedObjectModel {
  /// The requests kept with the model, by name.
  public final var fetchRequestTemplatesByName: [String: NSFetchRequest<any NSFetchRequestResult>] {
    fetchRequestTemplates.compactMapValues { $0 as? NSFetchRequest<any NSFetchRequestResult> }
  }

  /// Keeps a request with the model, or forgets it.
  public final func setFetchRequestTemplate(
    _ request: NSFetchRequest<any NSFetchRequestResult>?, forName name: String
  ) {
    setTemplate(request, forName: name)
  }

  /// The request of that name, as it is kept; copy it before changing it.
  public final func fetchRequestTemplate(
    forName name: String
  ) -> NSFetchRequest<any NSFetchRequestResult>? {
    fetchRequestTemplatesByName[name]
  }

  /// A new request made from a template, with values for the variables of its predicate.
  public final func fetchRequestFromTemplate(
    withName name: String, substitutionVariables variables: [String: Any]
  ) -> NSFetchRequest<any NSFetchRequestResult>? {
    let template = fetchRequestTemplate(forName: name)
    guard let request = template?.copy() as? NSFetchRequest<any NSFetchRequestResult> else {
      return nil
    }
    request.predicate = request.predicate?.substituting(variables)
    return request
  }
}
