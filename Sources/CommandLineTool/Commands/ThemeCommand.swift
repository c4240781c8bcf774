internal import Terminal
internal import WorkbookKit

extension Session {
  /// Colours that can be read on the reader's background; kept with the progress.
  func choose(_ theme: Theme?) -> ExitStatus {
    if let theme { store.update { $0.isOnLight = theme == .light } }
    let isLight = store.progress.isOnLight
    console.tell(
      isLight.map { "Colours are for a \($0 ? "light" : "dark") background." }
        ?? "Colours follow what the terminal says. Choose: theme light, or theme dark")
    return .done
  }
}
