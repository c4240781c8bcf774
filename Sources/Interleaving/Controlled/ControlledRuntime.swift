/// The face of a controlled run: what `Runtime` asks for.
extension ControlledCore {
  var kind: Runtime.Kind { .controlled }

  /// The model, for a thread of the run while objects may still be made.
  private var open: RunModel? {
    insider == nil ? nil : model
  }

  func makeMainQueue() -> any QueueCore {
    let queue = model.makeObject("main", QueueModel.init)
    mainQueue = queue.id
    return ControlledMainQueue(core: self, id: queue.id)
  }

  func makeQueue(_ name: String) -> any QueueCore {
    ControlledQueue(core: self, id: open?.makeObject(name, QueueModel.init).id ?? -1)
  }

  func hasQueue(_ name: String) -> Bool {
    open?.objects.contains { $0.name == name && $0 is QueueModel } ?? false
  }

  func makeLock(_ name: String) -> any LockCore {
    ControlledLock(ControlledObject(core: self, id: open?.makeLock(name).id ?? -1))
  }

  func makeSemaphore(_ name: String, value: Int) -> any SemaphoreCore {
    let object = made(name, SemaphoreModel.init)
    if object.id >= 0 { model.supply(object.id, value) }
    return ControlledSemaphore(object)
  }

  func makeCompletion(_ name: String) -> any CompletionCore {
    ControlledCompletion(made(name, CompletionModel.init))
  }

  /// A new object, or none of the run's when the calling thread is not one of its.
  private func made<Object: SharedObject>(
    _ name: String, _ make: (Int, String) -> Object
  ) -> ControlledObject {
    ControlledObject(core: self, id: open?.makeObject(name, make).id ?? -1)
  }

  func makeResource(_ name: String, guardsItself: Bool, isCell: Bool) -> Resource {
    let object = open?.makeObject(name, ResourceModel.init)
    object?.guardsItself = guardsItself
    object?.isCell = isCell
    return Resource(name: name, id: object?.id ?? -1, guardsItself: guardsItself)
  }

  func makeState(_ name: String) -> Resource {
    let resource = makeResource(name, guardsItself: true, isCell: false)
    guard let told = open?.tellApart(resource.id) else { return resource }
    return Resource(name: told, id: resource.id, guardsItself: true)
  }

  func makeTurn(_ want: Want, of resource: Resource) -> any SemaphoreCore {
    let turn = made("turn with \(resource.name)", SemaphoreModel.init)
    if turn.id >= 0, resource.id >= 0 {
      let semaphore = model.object(turn.id, as: SemaphoreModel.self)
      (semaphore.want, semaphore.turnOf) = (want, resource.id)
    }
    return ControlledSemaphore(turn)
  }

  func startThread(
    _ name: String, at place: SourcePlace, _ body: @escaping () throws -> Void
  ) -> ThreadHandle {
    noteLate("starts a thread", at: place)
    let thread = caller("starts a thread", at: place).flatMap {
      begin(name, by: $0, at: place, body)
    }
    let end = ControlledEnd(core: self, thread: thread?.id)
    return ThreadHandle(
      name: name,
      ended: Completion(
        name: "end of \(name)", core: end, home: Home(runtime: number, kind: "the", place: place)))
  }

  /// Nil when the run has all the threads it can have.
  @discardableResult
  func begin(
    _ name: String, by parent: VirtualThread, at place: SourcePlace,
    _ body: @escaping () throws -> Void
  ) -> VirtualThread? {
    let made = model.makeThread(name, queue: nil, parent: parent, at: place, core: self)
    guard let made else {
      refuseThread(at: place)
      return nil
    }
    made.start = body
    made.phase = .unstarted
    model.ready.insert(made.id)
    return made
  }

  func refuseThread(at place: SourcePlace) {
    let failure = ProgramFailure.tooManyThreads(limit: ThreadSet.limit, place)
    if !model.record.failures.contains(failure) { model.record.failures.append(failure) }
    mustStop = .crowded
  }

  func access(
    _ resource: Resource, _ kind: AccessKind, _ fact: (any Fact)?, at place: SourcePlace
  ) {
    guard let thread = user(of: resource, at: place) else { return }
    point(
      thread,
      Operation(
        kind: kind == .read ? .read : .write, object: resource.id, place: place,
        label: model.isTracing ? model.keep(fact) : nil))
  }

  func exchange(
    _ resource: Resource, _ fact: (any Fact)?, at place: SourcePlace,
    if willChange: @escaping () -> Bool
  ) {
    guard let thread = user(of: resource, at: place) else { return }
    thread.willChange = willChange
    point(
      thread,
      Operation(
        kind: .exchange, object: resource.id, place: place,
        label: model.isTracing ? model.keep(fact) : nil))
  }

  var keepsContents: Bool { model.keepsContents }

  func keep(_ contents: Any, of resource: Resource) {
    guard resource.id >= 0, isGoingOn else { return }
    model.record.contents[resource.id] = RunRecord.Content(name: resource.name, value: contents)
  }

  func touch(_ resource: Resource, _ kind: AccessKind, at place: SourcePlace) {
    guard model.detectsRaces, let thread = user(of: resource, at: place) else { return }
    let operation = Operation(
      kind: kind == .read ? .read : .write, object: resource.id, place: place)
    let object = model.object(resource.id, as: ResourceModel.self)
    if object.guardsItself { return }
    switch kind {
    case .read: model.noteRead(of: object, by: thread, operation)
    case .write: model.noteWrite(of: object, by: thread, operation)
    }
  }

  func allows(_ promise: WeakerPromise) -> Bool { runner.weaker.contains(promise) }

  var isAlone: Bool { model.threads.count == 1 }

  var isUnwinding: Bool {
    switch stage {
    case .running, .ending: false
    case .unwinding, .over, .abandoned: true
    }
  }
}
