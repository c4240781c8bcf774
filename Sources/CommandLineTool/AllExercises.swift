internal import EditSheet
internal import ExportTexts
internal import ImportHistory
internal import ImportOperation
internal import NestedReply
internal import OpenNewRoom
internal import Outbox
internal import RefusedRename
internal import RenameRoom
internal import SendDraft
internal import StaleTitle
internal import UnreadBadge
internal import WorkbookKit

/// Every exercise with its check, in the order of the folders. Their modules hold no line of a
/// reader's, so nothing a reader writes can keep this program from being built.
let allExercises: [any CheckedExercise] = [
  ImportHistory.exercise,
  RefusedRename.exercise,
  RenameRoom.exercise,
  ExportTexts.exercise,
  StaleTitle.exercise,
  ImportOperation.exercise,
  SendDraft.exercise,
  EditSheet.exercise,
  OpenNewRoom.exercise,
  NestedReply.exercise,
  UnreadBadge.exercise,
  Outbox.exercise,
]
