internal import Terminal
internal import WorkbookKit

/// Parts of a lesson, as the terminal shows them.
extension Console {
  func show(_ blocks: [Block]) { show(lines(of: blocks)) }

  func lines(of blocks: [Block]) -> [TextLine] {
    let fitting = blocks.filter { block in
      if case .picture = block { showsRecordedPictures } else { true }
    }
    return fitting.enumerated().flatMap { index, block in
      (index > 0 ? [.blank] : [])
        + (block.prose.map { Markdown.lines($0, style: style) }
          ?? block.lines(width: width))
    }
  }
}
