/// The grammar of the prompt, of one-shot arguments and of piped input.
enum CommandTable {
  static let parser = CommandParser(commands: all, commonFlags: CommonOptions.flags)

  /// In the order in which `help` lists them.
  static let all: [CommandSyntax<any Command>] = [
    // Reading
    ListCommand.syntax,
    LessonCommand.syntax,
    NextCommand.syntax,
    SkipCommand.syntax,
    QuizCommand.syntax,
    TrackCommand.syntax,
    TestOutCommand.syntax,
    BackCommand.syntax,
    AgainCommand.syntax,
    MoreCommand.syntax,
    GoToCommand.syntax,
    // Running
    RunCommand.syntax,
    CompareCommand.syntax,
    FixCommand.syntax,
    SourceCommand.syntax,
    ExploreCommand.syntax,
    ReplayCommand.syntax,
    StepCommand.syntax,
    // Practising
    CheckCommand.syntax,
    WatchCommand.syntax,
    HintCommand.syntax,
    OpenCommand.syntax,
    SolutionCommand.syntax,
    ResetCommand.syntax,
    UndoCommand.syntax,
    SymptomCommand.syntax,
    PlayCommand.syntax,
    TryCommand.syntax,
    // Showing to others
    DrawCommand.syntax,
    PageCommand.syntax,
    HandoutCommand.syntax,
    ClassCommand.syntax,
    DemoCommand.syntax,
    TeachCommand.syntax,
    // Keeping
    ProgressCommand.syntax,
    ThemeCommand.syntax,
    AccessorsCommand.syntax,
    NewCommand.syntax,
    DoctorCommand.syntax,
    HelpCommand.syntax,
    VersionCommand.syntax,
    QuitCommand.syntax,
  ]
}
