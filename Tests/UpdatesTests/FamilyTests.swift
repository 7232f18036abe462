import Bundler
import Configuration
import Ecosystem
import Forges
import NPM
import Store
import Synchronization
import Testing
import Updates

private let byFamily = "groups: {families: {group-by: family}}"

extension Scene {
  /// Packages at 1.0.0 with a newer version 1.1.0, whose registry names `github.com/babel/babel` unless
  /// a test changes that.
  fileprivate static func babel(_ names: String..., rules: String = byFamily) async throws -> Scene
  {
    let scene = try await Scene(rules, ["deps.txt": names.map { "\($0) 1.0.0\n" }.joined()])
    for name in names {
      scene.npm.publish(name, "1.0.0", "1.1.0")
      scene.npm.develop(name, at: "git+https://github.com/babel/babel.git")
    }
    return scene
  }
}

/// Packages that one repository releases together.
@Suite struct `A family of packages` {
  @Test func `shares a pull request with 'group-by: family'`() async throws {
    let scene = try await Scene.babel("@babel/core", "@babel/traverse", "b")
    for _ in 0..<2 {
      try await scene.run()
      #expect(
        try await scene.open() == [
          "#1 Bump the babel group with 2 updates", "#2 Bump b from 1.0.0 to 1.1.0",
        ])
    }
    #expect(try await scene.branches() == ["martlet/npm/b", "martlet/npm/babel"])
    // Only names of families cost a request.
    #expect(scene.npm.asked == ["@babel/core", "@babel/traverse"])
    #expect(try await scene.message(of: 1).contains("dependency-group: babel"))
  }

  @Test func `has no members by name alone`() async throws {
    let scene = try await Scene.babel("@babel/core", "@babel/fork", "@babel/silent")
    scene.npm.develop("@babel/fork", at: "https://github.com/eve/babel")
    scene.npm.develop("@babel/silent", at: "")
    try await scene.run()
    #expect(
      try await scene.open() == [
        "#1 Bump @babel/core from 1.0.0 to 1.1.0 in the babel group",
        "#2 Bump @babel/fork from 1.0.0 to 1.1.0", "#3 Bump @babel/silent from 1.0.0 to 1.1.0",
      ])
  }

  @Test func `can be the operator's own, which comes first`() async throws {
    let scene = try await Scene.babel("@babel/core", "@acme/ui-a", "@acme/ui-b")
    scene.npm.develop("@acme/ui-a", "@acme/ui-b", at: "https://git.acme.dev/web/UI/tree/main/a")
    var acme = FamilySettings()
    acme.ecosystem = EcosystemSelection(word: "npm", ids: [scene.npm.id])
    acme.family = PackageFamily("acme-ui", ["@acme/ui-*"], "git.acme.dev/web/ui")
    scene.families.withLock { [acme] in $0 = [acme] }
    try await scene.run()
    #expect(
      try await scene.open() == [
        "#1 Bump @babel/core from 1.0.0 to 1.1.0 in the babel group",
        "#2 Bump the acme-ui group with 2 updates",
      ])
  }

  @Test func `costs nothing unless the file asks for it`() async throws {
    let scene = try await Scene.babel("@babel/core", rules: "")
    try await scene.run()
    #expect(scene.npm.asked == [])
  }

  @Test func `is closed as a group without updates`() async throws {
    let scene = try await Scene.babel("@babel/core", "@babel/traverse")
    try await scene.run()
    try await scene.push(["deps.txt": "@babel/core 1.1.0\n@babel/traverse 1.1.0\n"])
    try await scene.run()
    #expect(try await scene.comments(on: 1) == ["Closed: the base branch already has 1.1.0."])
  }

  @Test(arguments: [
    "babel/babel", "github:babel/babel", "git+ssh://git@github.com/Babel/babel.git",
    "git@github.com:babel/babel", "https://www.github.com/babel/babel/tree/main/packages/core#x",
  ])
  func `is found by every spelling of its repository`(address: String) {
    let babel = PackageFamily("babel", ["@babel/*"], "github.com/babel/babel")
    #expect(babel.isDeveloped(at: [address]))
    let other = address.lowercased().replacing("babel/babel", with: "babel/babel2")
    #expect(!babel.isDeveloped(at: [other, "x"]))
  }

  @Test func `has a source for each entry of the table, and a name of its own`() {
    for scripted in [ScriptedEcosystem(.npm), ScriptedEcosystem(.bundler)] {
      let families = scripted.description.families
      #expect(families.count > 5)
      #expect(Set(families.map(\.name)).count == families.count)
      for family in families {
        #expect(family.isDeveloped(at: ["https://\(family.repository)"]), "\(family.name)")
        #expect(!family.patterns.isEmpty && family.repository == family.repository.lowercased())
      }
    }
  }
}

/// Delta debugging with sets that stay together.
@Suite struct `A search among families` {
  /// All ways to divide a list into neighbouring units.
  private func divisions(_ names: [String]) -> [[[String]]] {
    guard let first = names.first else { return [[]] }
    return divisions(Array(names.dropFirst())).flatMap { rest -> [[[String]]] in
      let alone = [[first]] + rest
      guard let next = rest.first else { return [alone] }
      return [alone, [[first] + next] + rest.dropFirst()]
    }
  }

  @Test(arguments: 1...6)
  func `finds the family of each culprit within the bound`(count: Int) {
    let names = (0..<count).map { "p\($0)" }
    for units in divisions(names) {
      for culprit in names {
        var outcomes: [Set<String>: SplitOutcome] = [:]
        var found: [String]?
        while found == nil {
          switch DeltaDebugging.step(units, knowing: outcomes) {
          case .found(let set): found = set
          case .judge(let sets):
            for set in sets {
              // No unit is divided.
              for unit in units {
                let shared = Set(unit).intersection(set)
                #expect(shared.isEmpty || shared.count == unit.count)
              }
              outcomes[Set(set)] = set.contains(culprit) ? .fails : .passes
            }
          }
        }
        #expect(found.map(Set.init) == units.first { $0.contains(culprit) }.map(Set.init))
        var bound = 2
        while 1 << (bound / 2) < units.count { bound += 2 }
        #expect(outcomes.count <= bound + 2)
      }
    }
  }
}

/// A group with `on-failure: split` that has a family.
@Suite(.serialized) struct `A family in a group whose checks fail` {
  @Test func `is taken out together`() async throws {
    let ci = try await CI("@babel/core @babel/traverse c d", failing: "@babel/traverse")
    ci.scene.npm.develop(
      "@babel/core", "@babel/traverse", at: "https://github.com/babel/babel")
    try await ci.settle()
    let records = try await ci.scene.records().filter { $0.state == .open }
    #expect(
      Set(records.map { Set($0.versions.keys) }) == [
        ["c", "d"], ["@babel/core", "@babel/traverse"],
      ])
    let bodies = try await ci.scene.pullRequests().map(\.body)
    #expect(bodies.contains { $0.contains("They are released together") })
    #expect(bodies.allSatisfy { !$0.contains("Only together they fail") })
  }
}
