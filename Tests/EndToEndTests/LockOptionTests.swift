import Testing

/// Bundler's options of `lock` without a Gemfile.
@Suite struct `An option for Bundler's locks` {
  private static let swift = """
    // swift-tools-version: 5.9
    import PackageDescription
    let package = Package(name: "a")
    """

  @Test(arguments: [("package.json", "{}\n"), ("Package.swift", swift)])
  func `is refused by name for the locks of others`(manifest: String, text: String) async throws {
    let folder = try Folder([manifest: text])
    for option in [["--add-checksums"], ["--add-platform", "ruby"]] {
      let outcome = try await Program.run(["lock"] + option, in: folder.path)
      #expect(outcome.code == 3)
      #expect(outcome.error.hasPrefix("martlet: refused: \(option.joined(separator: " ")): "))
      #expect(outcome.error.contains(manifest))
      #expect(try folder.everything().count == 1)
    }
  }
}
