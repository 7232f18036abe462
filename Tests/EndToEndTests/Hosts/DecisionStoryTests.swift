import JSON
import Store
import TestSupport
import Testing

/// A named check counts at once; otherwise the list of a new commit's checks may still grow.
private let required = "ci: {required: [build]}\n"
private let merging = required + "automerge: {update-types: [patch, minor, major], method: squash"

/// Decisions about updates on GitHub, GitLab and Gitea, by the whole program.
@Suite(.needsFakeHost, .serialized) struct `A decision on each host` {
  @Test(arguments: SplitScene.Host.allCases)
  func `divides majors from minors, and updates the lock beside them`(
    host: SplitScene.Host
  ) async throws {
    let scene = try await DecisionScene(
      host, "separate: [major]\nlock-file-maintenance: {}\nopen-pull-requests-limit: 9",
      ["aster": ["1.0.0", "1.1.0", "2.0.0"], "borage": ["1.0.0", "1.1.0"]])
    try await scene.run()
    let titles = try await scene.titles()
    #expect(titles.contains("Bump aster from 1.0.0 to 2.0.0"), "\(titles)")
    #expect(titles.contains("Update the lock file"), "\(titles)")
    #expect(titles == Set(titles).sorted(), "\(titles)")
    try await scene.run()
    #expect(try await scene.titles() == titles)
    try await scene.expectOrder()
  }

  @Test(arguments: SplitScene.Host.allCases)
  func `opens the update of a rule with priority first`(host: SplitScene.Host) async throws {
    let scene = try await DecisionScene(
      host, "limits: {per-hour: 1}\nrules: [{match: {name: borage}, priority: 1}]",
      ["aster": ["1.0.0", "1.1.0"], "borage": ["1.0.0", "1.1.0"]])
    let text = try await scene.run()
    #expect(try await scene.titles() == ["Bump borage from 1.0.0 to 1.1.0"])
    #expect(
      text.contains("1.1.0 waits: the limit of 1 pull request per hour is reached"), "\(text)")
    try await scene.expectOrder()
  }

  @Test(arguments: SplitScene.Host.allCases)
  func `merges a green branch without a pull request`(host: SplitScene.Host) async throws {
    let scene = try await DecisionScene(host, merging + ", type: branch}")
    let before = try await scene.head("main")
    try await scene.run()
    let head = try await scene.head("martlet/swift/aster")
    #expect(head != nil)
    try await scene.report("success")
    let text = try await scene.run()
    let pulls = try await scene.fake.state("acme/app")["prs"]
    if host == .gitlab {
      // The base is protected: an account that may only write needs a merge request.
      #expect(pulls?[0]?["merged"] == true, "\(text)")
    } else {
      #expect(text.contains("merged 1.1.0 into main without a pull request"), "\(text)")
      #expect(try await scene.head("main") == head)
      #expect(pulls == [])
    }
    #expect(try await scene.head("main") != before)
    try await scene.expectOrder()
  }

  @Test(arguments: SplitScene.Host.allCases)
  func `merges nothing in a freeze`(host: SplitScene.Host) async throws {
    let scene = try await DecisionScene(host, merging + ", except: [2020-01-01/2199-12-31]}")
    try await scene.run()
    try await scene.report("success")
    let text = try await scene.run()
    #expect(try await scene.titles() == ["Bump aster from 1.0.0 to 1.1.0"], "\(text)")
    #expect(text.contains("'automerge' allows"), "\(text)")
    try await scene.expectOrder()
  }

  @Test(arguments: SplitScene.Host.allCases)
  func `holds back what is red in two other repositories`(host: SplitScene.Host) async throws {
    let scene = try await DecisionScene(host, "", settings: "evidence: on")
    for name in ["acme/one", "acme/two"] { try await scene.found(name) }
    try await scene.run()
    for name in ["acme/one", "acme/two"] { try await scene.report("failure", in: name) }
    try await scene.run()
    try await scene.found("acme/three")
    let text = try await scene.run()
    #expect(try await scene.titles(in: "acme/three") == [], "\(text)")
    #expect(text.contains("1.1.0 is held back: it failed in other repositories"), "\(text)")
    try await scene.fake.publish("aster", ["1.2.0"])
    try await scene.run()
    #expect(try await scene.titles(in: "acme/three") == ["Bump aster from 1.0.0 to 1.2.0"])
    try await scene.expectOrder()
  }

  @Test(arguments: SplitScene.Host.allCases)
  func `holds back a version whose tag moved`(host: SplitScene.Host) async throws {
    let scene = try await DecisionScene(host, merging + "}")
    try await scene.run()
    let head = try await scene.head("martlet/swift/aster")
    try await scene.fake.control(
      "tag", ["repo": "birds/aster", "tag": "v1.1.0", "ref": "v1.0.0"])
    try await scene.report("success")
    let text = try await scene.run()
    #expect(text.contains("1.1.0 is held back: it has other contents than"), "\(text)")
    #expect(try await scene.head("martlet/swift/aster") == head)
    let body = try await scene.fake.state("acme/app")["prs"]?[0]?["body"]?.string ?? ""
    #expect(body.contains("**Changed afterwards**"), "\(body)")
    #expect(try await scene.titles() == ["Bump aster from 1.0.0 to 1.1.0"])
    try await scene.expectOrder()
  }

  @Test(arguments: [SplitScene.Host.github, .gitlab])
  func `opens a pull request when its branch is green`(host: SplitScene.Host) async throws {
    let scene = try await DecisionScene(host, required + "open: when-green")
    let text = try await scene.run()
    #expect(text.contains("aster: 1.1.0 waits: CI judges its branch"), "\(text)")
    #expect(try await scene.fake.state("acme/app")["prs"] == [])
    try await scene.report("success")
    try await scene.run()
    #expect(try await scene.titles() == ["Bump aster from 1.0.0 to 1.1.0"])
    try await scene.expectOrder()
  }

  @Test(arguments: [SplitScene.Host.github, .gitlab])
  func `keeps a draft until it is green`(host: SplitScene.Host) async throws {
    let scene = try await DecisionScene(host, required + "draft: until-green")
    try await scene.run()
    #expect(try await scene.pull()["draft"] == true)
    try await scene.report("success")
    try await scene.run()
    #expect(try await scene.pull()["draft"] == false)
    try await scene.expectOrder()
  }

  @Test(arguments: SplitScene.Host.allCases)
  func `climbs one major at a time`(host: SplitScene.Host) async throws {
    let scene = try await DecisionScene(
      host, "major: one-at-a-time", ["aster": ["1.0.0", "2.0.0", "3.0.0"]])
    try await scene.run()
    #expect(try await scene.titles() == ["Bump aster from 1.0.0 to 2.0.0"])
    try await scene.act("merge", "squash")
    try await scene.run()
    #expect(try await scene.titles() == ["Bump aster from 2.0.0 to 3.0.0"])
    try await scene.expectOrder()
  }

  @Test(arguments: SplitScene.Host.allCases)
  func `knows the owners of the manifest, and asks for reviews`(
    host: SplitScene.Host
  ) async throws {
    let scene = try await DecisionScene(
      host, "reviewers: [ann]",
      more: ["CODEOWNERS": "* @eve\n/Package.swift @acme/swift @ann\n"])
    try await scene.run()
    // In GitHub's own file the key has no effect: GitHub asks the owners itself.
    #expect(try await scene.pull()["reviewers"] == (host == .github ? [] : ["ann"]))
    let record = try await scene.withState { store in try await store.record(of: "host/acme/app") }
    // Gitea's patterns are expressions about changed files: all owners count.
    let owners = host == .gitea ? ["@acme/swift", "@ann", "@eve"] : ["@acme/swift", "@ann"]
    #expect(record?.owners.sorted() == owners)
    try await scene.expectOrder()
  }

  @Test(arguments: SplitScene.Host.allCases)
  func `rebases all pull requests on request`(host: SplitScene.Host) async throws {
    let scene = try await DecisionScene(
      host, "", ["aster": ["1.0.0", "1.1.0"], "borage": ["1.0.0", "1.1.0"]])
    let branches = ["martlet/swift/aster", "martlet/swift/borage"]
    func heads() async throws -> [String?] {
      [try await scene.head(branches[0]), try await scene.head(branches[1])]
    }
    try await scene.run()
    let first = try await heads()
    try await scene.push("README.md", "new\n")
    try await scene.run()
    #expect(try await heads() == first)
    try await scene.say("@martlet rebase all")
    try await scene.run()
    let second = try await heads()
    #expect(zip(first, second).allSatisfy { $0 != $1 } && !second.contains(nil))
    #expect(try await scene.titles().count == 2)
    try await scene.expectOrder()
  }

  @Test(arguments: SplitScene.Host.allCases)
  func `is taken back by 'reopen'`(host: SplitScene.Host) async throws {
    let scene = try await DecisionScene(host, "")
    try await scene.run()
    try await scene.say("@martlet close")
    try await scene.run()
    #expect(try await scene.titles() == [])
    try await scene.say("@martlet reopen")
    try await scene.run()
    #expect(try await scene.titles() == ["Bump aster from 1.0.0 to 1.1.0"])
    try await scene.expectOrder()
  }
}
