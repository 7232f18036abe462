/// How to start a fake of the shared test kits.
enum SharedFake {
  /// Returns the command that serves a fake whose files are in the folder `data`.
  static func command(_ program: String, data: String) async throws -> [String] {
    _ = try await installation.value
    let folder = FakeHost.folder ?? ""
    return [
      "/bin/sh", "-c", settings, "\(folder)/\(program)/run.sh", undelayed, "\(data).python",
    ]
  }

  /// Installs the dependencies once, since two first starts at the same time would conflict.
  private static let installation = Task {
    try await ChildProcess(["\(FakeHost.folder ?? "")/fakehub/run.sh", "--venv-only"]).end()
  }

  /// Runs the fake with settings for Python.
  ///
  /// Each of its validators holds the whole API description. Returning this memory to the system
  /// and allocating it again would take a third of the time of the first requests.
  private static let settings = """
    mkdir -p "$2" && printf '%s' "$1" >"$2/sitecustomize.py" || exit 1
    export PYTHONPATH="$2"; shift 2
    MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=4000000000 MALLOC_MMAP_THRESHOLD_=4000000000 \\
      exec "$0" "$@"
    """

  /// Python's server sends head and body separately, and the system delays the body until the head
  /// has been acknowledged, 40 ms later.
  private static let undelayed = """
    import socketserver
    socketserver.StreamRequestHandler.disable_nagle_algorithm = True
    """
}
