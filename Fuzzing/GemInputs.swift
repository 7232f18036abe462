import Bundler
import Ecosystem
import Git
import HTTP

/// What Bundler's room reads, by way of the verbs that the program calls.
enum GemInputs {
  /// Reads a project of these files.
  static func read(_ files: [String: [UInt8]]) {
    let tree = Inputs.tree(files)
    let bundler = bundler { _ in nil }
    Inputs.wait {
      for project in bundler.discover(in: tree.paths) {
        _ = try? await bundler.read(project, in: tree)
        // Nothing is found anywhere: the lock alone has to do.
        _ = try? await bundler.change(project, in: tree, toward: .lock(LockOptions()))
      }
    }
  }

  /// Locks a gem whose index is this.
  static func lock(index: [UInt8]) {
    let tree = Inputs.tree(["Gemfile": Array("source \"https://a.example\"\ngem \"a\"\n".utf8)])
    let bundler = bundler { $0.hasSuffix("/info/a") ? index : nil }
    var options = LockOptions()
    options.checksums = true
    let goal = Goal.lock(options)
    Inputs.wait {
      for project in bundler.discover(in: tree.paths) {
        _ = try? await bundler.change(project, in: tree, toward: goal)
      }
    }
  }

  private static func bundler(
    _ answer: @escaping @Sendable (String) -> [UInt8]?
  ) -> BundlerEcosystem {
    let client = HTTP.Client { request in
      let body = answer(request.url)
      return Response(status: body == nil ? 404 : 200, body: body ?? [], url: request.url)
    }
    let git = Git.Client(
      references: { remote throws(GitError) in throw GitError(.unreachable, place: remote) },
      files: { remote, _, _ throws(GitError) in throw GitError(.unreachable, place: remote) })
    return BundlerEcosystem(http: client, git: git, toolchain: ToolchainProfile())
  }
}
