import FoundationEssentials
import Testing

private let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

/// The files by which people install martlet.
@Suite struct `The files of a release` {
  private func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: "\(root)/\(path)")), as: UTF8.self)
  }

  private func version() throws -> String {
    let source = try text("Sources/App/Martlet.swift")
    return String(try #require(source.firstMatch(of: /static let version = "([0-9.]+)"/)).1)
  }

  @Test(arguments: [
    ("action.yml", #"default: "VERSION""#),
    ("templates/check.yml", #"version: {default: "VERSION""#),
    ("templates/run.yml", #"version: {default: "VERSION""#),
    ("deploy/helm/martlet/Chart.yaml", "\nversion: VERSION\n"),
    ("deploy/helm/martlet/Chart.yaml", "\nappVersion: VERSION\n"),
    ("deploy/kubernetes/kustomization.yaml", "newTag: VERSION\n"),
    ("deploy/kubernetes/martlet.yaml", "image: martlet:VERSION\n"),
    ("deploy/kubernetes/cronjob.yaml", "image: martlet:VERSION\n"),
    ("deploy/compose.yml", "image: martlet:VERSION\n"),
    ("deploy/compose-postgresql.yml", "martlet:VERSION\n"),
    ("docs/mac.md", "martlet:VERSION'"),
  ]) func `name the program's version`(path: String, line: String) throws {
    let expected = line.replacing("VERSION", with: try version())
    #expect(try text(path).contains(expected), "\(path) lacks '\(expected)'")
  }

  /// Every `uses` of a workflow: `actions/checkout@11bd…683 # v4.2.2`.
  private func actions(_ path: String) throws -> [Substring] {
    try text(path).split(separator: "\n").compactMap { line in
      line.split(separator: "uses: ").dropFirst().first
    }
  }

  @Test func `are built by actions that are pinned by commit, with few permissions`() throws {
    let path = ".github/workflows/release.yml"
    let actions = try actions(path)
    #expect(actions.count > 5)
    for action in actions {
      #expect(action.wholeMatch(of: /[a-z\/-]+@[0-9a-f]{40} # v[0-9.]+/) != nil, "\(action)")
    }
    let lines = try text(path).split(separator: "\n")
    #expect(lines.contains("permissions: {}"))
    // Only the last job writes.
    let publish = try #require(lines.firstIndex(of: "  publish:"))
    #expect(!lines[..<publish].contains { $0.contains(": write") })
  }

  @Test func `build with Homebrew from every library that the program loads`() throws {
    let formula = try text("deploy/homebrew/martlet.rb")
    // The folders of Sources/C, and what Homebrew calls their libraries.
    let names = [
      "brotli": "brotli", "cmark": "cmark-gfm", "curl": "curl", "git2": "libgit2",
      "microhttpd": "libmicrohttpd",
      "onig": "oniguruma", "openssl": "openssl@3", "pq": "libpq", "sqlite3": "sqlite",
      "yaml": "libyaml", "zlib": "zlib",
    ]
    let parts = try FileManager.default.contentsOfDirectory(atPath: "\(root)/Sources/C")
    // The others are parts of the C library, or of the program.
    let own: Set = ["isolation", "loading", "malloc", "schema", "translations", "troubleshooting"]
    #expect(Set(parts).subtracting(own) == Set(names.keys))
    for name in names.values {
      #expect(formula.contains(#"depends_on "\#(name)""#) || formula.contains("macos \"\(name)\""))
    }
  }

  @Test func `give the container's build each file that the program contains`() throws {
    let parts = try FileManager.default.contentsOfDirectory(atPath: "\(root)/Sources/C")
    let copies = try text("Dockerfile").matches(of: /COPY (\S+)\s/).map { String($0.output.1) }
    let files = parts.compactMap { part in
      try? text("Sources/C/\(part)/embed.c").firstMatch(of: #/embed "[./]+([^"]+)"/#)?.output.1
    }
    #expect(files.count == 3)
    for file in files { #expect(copies.contains { file.hasPrefix($0) }, "\(file)") }
  }

  @Test func `try macOS in a job that may fail`() throws {
    let job = try text(".github/workflows/ci.yml").split(separator: "\n  macos:").last ?? ""
    #expect(job.contains("continue-on-error: true"))
    #expect(job.contains("brew install --only-dependencies"))
  }

  @Test func `bring the units of systemd with the package's path`() throws {
    for unit in ["martlet.service", "martlet-run.service"] {
      #expect(try text("deploy/systemd/\(unit)").contains("ExecStart=/usr/local/bin/martlet "))
    }
    #expect(try text("Scripts/dist/deb").contains("s,/usr/local/bin/,/usr/bin/,"))
  }
}
