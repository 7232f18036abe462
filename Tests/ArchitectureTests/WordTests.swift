import Architecture
import FoundationEssentials
import Testing

/// One word for one concept: identifiers use the words of the field.
@Suite struct `An identifier` {
  /// A word that identifiers must not contain.
  struct Word: CustomTestStringConvertible {
    /// Its forms in lower case.
    var forms: Set<String>
    /// The words to use instead.
    var instead: String
    /// The folders in which it is forbidden.
    var folders = ["Sources/", "Tests/"]
    /// Files and folders that may use it, because it is the term there.
    var except: [String] = []
    /// Whether the rule applies only to identifiers that consist of the word.
    var isWhole = false
    /// Whether the rule applies only to members, as in `error.words`.
    var isMember = false

    var testDescription: String { forms.sorted().joined(separator: ", ") }

    /// Whether an identifier of a file breaks the rule.
    func forbids(_ identifier: Identifier, in path: String) -> Bool {
      guard folders.contains(where: path.hasPrefix), !except.contains(where: path.hasPrefix),
        identifier.isMember || !isMember
      else { return false }
      return isWhole
        ? forms.contains(identifier.name) : !forms.isDisjoint(with: identifier.words)
    }
  }

  /// The terms of Arborist's `place-dep.js` and `can-place-dep.js`.
  private static let placeDep = [
    "Sources/Ecosystems/NPM/Tree/", "Sources/Ecosystems/NPM/Dialect/Dialect.swift",
  ]

  /// Files whose `words` are words: of a line, of a language, of a configuration file.
  private static let wordLists = [
    "Sources/Configuration/Decoding/ScalarShapes.swift",
    "Sources/Configuration/Renovate/FitDraft.swift",
    "Sources/Configuration/Renovate/ImportRenovate.swift",
    "Sources/Configuration/Repository/EntryKeys.swift",
    "Sources/Configuration/Repository/UnservedEcosystems.swift",
    "Sources/Ecosystems/Ecosystem/EcosystemCatalog.swift",
    "Sources/Ecosystems/Ecosystem/EcosystemDescription.swift",
    "Sources/Ecosystems/Ecosystem/SharedEcosystem.swift",
    "Sources/Ecosystems/References/Tags/VersionComment.swift", "Sources/Interpreters/Ruby/",
    "Sources/Ecosystems/Yarn/Classic/ReadClassicLock.swift", "Sources/Forges/CheckWords.swift",
    "Sources/Updates/Conversation/ReplyMarker.swift", "Sources/App/Grammar.swift",
    "Sources/Updates/Dashboard/DashboardBox.swift",
    "Sources/Updates/Onboarding/ImportConfiguration.swift",
    "Tests/ConfigurationTests/SchemaTests.swift", "Tests/EndToEndTests/HostileGemfileTests.swift",
    "Tests/ServiceTests/Pages/SameValuesTests.swift",
  ]

  static let words = [
    Word(
      forms: ["place", "places", "placed", "placing", "placement"],
      instead: "index, location, path, url, position, slot or subject, as meant",
      except: placeDep),
    Word(
      forms: ["words"], instead: "message, text, reason or displayName, as meant",
      except: wordLists, isWhole: true, isMember: true),
    Word(forms: ["said"], instead: "comment, text or answer, as meant"),
    Word(forms: ["heeded"], instead: "handled or answered, as meant"),
    Word(forms: ["looked"], instead: "requested, searched or checked, as meant"),
    Word(
      forms: ["doubt", "doubts", "doubted", "doubtful"],
      instead: "uncertainty, unverified or unconfirmed, as meant"),
    Word(forms: ["Site", "Sites"], instead: "ConfiguredProject", isWhole: true),
    Word(forms: ["Assessment"], instead: "CandidateSet", isWhole: true),
    // Arborist has an `Inventory`, too.
    Word(
      forms: ["Inventory", "Survey"], instead: "ProjectState",
      folders: ["Sources/Updates/", "Sources/App/", "Tests/UpdatesTests/"], isWhole: true),
    Word(forms: ["Batch"], instead: "PlannedPullRequest", isWhole: true),
    Word(
      forms: ["Visit"], instead: "Job or JobRun",
      folders: [
        "Sources/Service/", "Sources/Store/", "Sources/Workers/", "Sources/App/", "Tests/",
      ],
      isWhole: true),
    Word(forms: ["unanswered"], instead: "failedRequest or unreadable, as meant"),
    Word(
      forms: ["Elsewhere", "elsewhere"], instead: "MigrationHint", folders: ["Sources/"],
      isWhole: true),
    Word(forms: ["UnreadName"], instead: "UnsupportedReference", isWhole: true),
    Word(forms: ["shelves"], instead: "SharedCaches"),
    Word(forms: ["allowance", "allowances"], instead: "budget"),
    Word(forms: ["caution", "cautions"], instead: "warning"),
    Word(forms: ["Standing"], instead: "Permission or RepositorySnapshot, as meant", isWhole: true),
    Word(forms: ["performer", "performers"], instead: "fetcher"),
    Word(forms: ["gate", "gates"], instead: "rate limiter or latch, as meant"),
    Word(forms: ["Turn"], instead: "RequestSlot", isWhole: true),
    Word(forms: ["carriers"], instead: "directParents"),
    Word(
      forms: ["hub", "hubs", "lab", "labs", "tea", "bucket", "buckets"],
      instead: "gitHub, gitLab, gitea, bitbucket, or fake for any host", folders: ["Tests/"]),
  ]

  private static let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

  /// The different identifiers of a file.
  private struct File {
    var path: String
    var identifiers: Set<Identifier>
  }

  private static let files = Result {
    try ["Sources", "Tests"].flatMap { folder in
      try FileManager.default.subpathsOfDirectory(atPath: "\(root)/\(folder)")
        .filter { $0.hasSuffix(".swift") && !$0.hasSuffix("/WordTests.swift") }
        .map { path in
          let file = try SourceFile(path: "\(folder)/\(path)", root: root)
          return File(path: file.path, identifiers: Set(file.identifiers))
        }
    }
  }

  private static func identifiers(_ text: String) -> [Identifier] {
    SourceFile(path: "Sources/A.swift", text: text).identifiers
  }

  private static let forms = Set(words.filter { !$0.isWhole }.flatMap(\.forms))
  private static let wholeForms = Set(words.filter(\.isWhole).flatMap(\.forms))

  /// Whether any rule could be about an identifier; most need no comparison with each of them.
  private static func isSuspect(_ identifier: Identifier) -> Bool {
    wholeForms.contains(identifier.name) || !forms.isDisjoint(with: identifier.words)
  }

  @Test func `uses the words of the field`() throws {
    let files = try Self.files.get()
    #expect(files.count > 2_000)
    for file in files {
      for identifier in file.identifiers where Self.isSuspect(identifier) {
        for word in Self.words where word.forbids(identifier, in: file.path) {
          let location = "\(file.path):\(identifier.line)"
          Issue.record(
            "\(location): '\(identifier.name)' has \(word.testDescription): say \(word.instead)")
        }
      }
    }
  }

  @Test func `is found in code only`() {
    let text = ##"""
      /// A place, `inPlace`.
      func `a place`() { let one = "no place \(place.other) \("\(nested)")" /* place */ }
      let `case` = #"a "place" \(not) \#(raw)"#.count + #/place/#.hash
      """
      two lines of place \(last)
      """
      """##
    #expect(
      Self.identifiers(text).map(\.name) == [
        "func", "let", "one", "place", "other", "nested", "let", "case", "raw", "count", "hash",
        "last",
      ])
    #expect(Self.identifiers(text).filter(\.isMember).map(\.name) == ["other", "count", "hash"])
    #expect(Self.identifiers(text).last?.line == 5)
  }

  @Test(arguments: [
    ("indexOfURL", ["index", "of", "url"]), ("URLPlace", ["url", "place"]),
    ("replaceFile", ["replace", "file"]), ("placeholders", ["placeholders"]),
    ("MARTLET_NO_PLACES", ["martlet", "no", "places"]), ("gitHubURL", ["github", "url"]),
    ("FakeGitLab", ["fake", "gitlab"]), ("HubScene", ["hub", "scene"]), ("_x2y", ["x2y"]),
  ])
  func `consists of words`(name: String, words: [String]) {
    #expect(Identifier(name: name, line: 1, isMember: false).words == words)
  }

  @Test(arguments: [
    ("Sources/A.swift", "let lockPlace = 1", true), ("Sources/A.swift", "a.isReplaced", false),
    ("Sources/Ecosystems/NPM/Tree/A.swift", "PlaceDep()", false),
    ("Sources/A.swift", "error.words", true), ("Sources/A.swift", "let words = 1", false),
    ("Sources/A.swift", "let hub = 1", false), ("Tests/A.swift", "let hub = 1", true),
    ("Tests/A.swift", "let gitHub = 1", false), ("Sources/A.swift", "struct Turn {}", true),
    ("Sources/A.swift", "turn", false),
  ])
  func `with a forbidden word is reported`(path: String, text: String, isForbidden: Bool) {
    let found = SourceFile(path: path, text: text).identifiers.contains { identifier in
      Self.words.contains { $0.forbids(identifier, in: path) }
    }
    #expect(found == isForbidden)
  }

  @Test func `is allowed only where it occurs`() throws {
    let files = try Self.files.get()
    for word in Self.words {
      for path in word.except {
        var rule = word
        rule.except = []
        let isUsed = files.filter { $0.path.hasPrefix(path) }.contains { file in
          file.identifiers.contains { rule.forbids($0, in: file.path) }
        }
        #expect(isUsed, "\(path) no longer needs an exception for \(word.testDescription)")
      }
    }
  }
}
