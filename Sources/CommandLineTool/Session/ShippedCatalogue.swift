internal import Basics
internal import Confinement
internal import Conflicts
internal import Deadlocks
internal import DetailScreen
internal import EditSheet
internal import ExportTexts
internal import FlakyTest
internal import History
internal import ImportHistory
internal import ImportOperation
internal import Launch
internal import LaunchGate
internal import Layers
internal import LikeButton
internal import LiveLists
internal import MessageList
internal import MissingReplies
internal import NestedContexts
internal import NestedReply
internal import OldMessages
internal import OpenNewRoom
internal import Outbox
internal import Problems
internal import ProfileLoader
internal import RefusedRename
internal import RenameRoom
internal import RoomOverview
internal import SaveWithCompletion
internal import SearchAsYouType
internal import SendDraft
internal import ShiftSwap
internal import StaleTitle
internal import StopSync
internal import SwiftConcurrency
internal import TagImport
internal import TemporaryIDs
internal import UnreadBadge
internal import UnwrapTheHelper
internal import Volume
internal import WholeApp
internal import WidgetNews
internal import WorkbookKit

extension Catalogue {
  /// What this program was built with: one line for each chapter and one for each exercise. The
  /// modules hold no line of a reader's, so nothing a reader writes can keep this program from
  /// being built.
  static let shipped = Catalogue(
    [
      .basics,
      .problems,
      .confinement,
      .nestedContexts,
      .temporaryIDs,
      .deadlocks,
      .swiftConcurrency,
      .liveLists,
      .conflicts,
      .history,
      .launch,
      .volume,
      .layers,
      .wholeApp,
    ],
    exercises: [
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
      MissingReplies.exercise,
      UnreadBadge.exercise,
      Outbox.exercise,
      LikeButton.exercise,
      ProfileLoader.exercise,
      StopSync.exercise,
      MessageList.exercise,
      DetailScreen.exercise,
      TagImport.exercise,
      ShiftSwap.exercise,
      WidgetNews.exercise,
      LaunchGate.exercise,
      FlakyTest.exercise,
      SearchAsYouType.exercise,
      RoomOverview.exercise,
      OldMessages.exercise,
      SaveWithCompletion.exercise,
      UnwrapTheHelper.exercise,
    ],
    tracks: Track.shipped)
}
