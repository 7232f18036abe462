import App

/// The program, whose commands are in the library `App`, so that tests can reach them.
@main
enum Program {
  static func main() async { await Martlet.main() }
}
