import Ecosystem
import Git
import HTTP
import Testing
import Text

@testable import CocoaPods

/// Removes the pods A and A/Sub from the lines of a target; nil if that is refused.
private func removed(_ lines: String) async throws -> String? {
  let head = "platform :ios, '13.0'\ntarget 'App' do\n"
  let tree = SourceTree(name: "app", files: ["Podfile": head + lines + "end\n"])
  let git = Git.Client(
    references: { remote throws(GitError) in throw GitError(.notFound, subject: remote) },
    files: { remote, _, _ throws(GitError) in throw GitError(.notFound, subject: remote) })
  let cocoapods = CocoaPodsEcosystem(
    http: HTTP.Client { Response(status: 404, body: [], url: $0.url) }, git: git,
    toolchain: Toolchain())
  let project = try #require(cocoapods.discover(in: tree.paths).first)
  let pods = try await cocoapods.pods(of: project, in: tree)
  do throws(Problem) {
    let text = try await PodRemoval(pods, ["A"]).project().podfileText.string
    return String(text.dropFirst(head.count).dropLast("end\n".count))
  } catch {
    #expect(error.kind == .refused && error.location != nil)
    return nil
  }
}

@Suite struct `A pod is removed from a Podfile` {
  @Test(
    arguments: [
      ("  pod 'A'\n  pod 'B'\n", "  pod 'B'\n"),
      ("  pod \"A\", '~> 1.0' # why\n  # B\n  pod 'B'\n", "  # B\n  pod 'B'\n"),
      (
        "  pod('A', :git => 'https://x.com/a.git',\n    :branch => 'b')\n\n  pod 'B'\n",
        "\n  pod 'B'\n"
      ),
      ("  pod 'A'\n  pod 'A/Sub'\n  pod 'AB'\n", "  pod 'AB'\n"),
      ("\tpod 'A', '1.0',\n\t    :inhibit_warnings => true\n", ""),
      ("  pod 'A'\r\n  pod 'B'\r\n", "  pod 'B'\r\n"),
      (
        "  def shared\n    pod 'A'\n    pod 'B'\n  end\n  shared\n",
        "  def shared\n    pod 'B'\n  end\n  shared\n"
      ),
      ("  pod 'A'; pod 'B'\n", nil),
      ("  pod 'A' if true\n", nil),
      ("  ['A', 'B'].each { |name| pod name }\n", nil),
      ("  ['A', 'B'].each do |name|\n    pod name\n  end\n", nil),
      ("  name = 'A'\n  pod name\n", nil),
      ("  kit = 'A'\n  pod \"#{kit}\"\n", nil),
    ] as [(String, String?)]) func `if its line is written out`(before: String, after: String?)
    async throws
  {
    #expect(try await removed(before) == after)
  }
}
