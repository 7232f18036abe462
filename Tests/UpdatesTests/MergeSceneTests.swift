import Configuration
import Forges
import Store
import Synchronization
import Testing
import Time
import Updates

/// A repository in which a has a patch, and whose people may write.
private func scene(_ rules: String) async throws -> Scene {
  let scene = try await Scene(rules, ["deps.txt": "a 1.0.0\n"])
  try scene.settings("{\"permissions\": {\"ann\": \"write\", \"eve\": \"read\"}}")
  scene.npm.publish("a", "1.0.0", "1.0.1")
  try await scene.run()
  return scene
}

extension Scene {
  /// Reports a check of a pull request's commit, an hour later: the list of a new commit's checks counts
  /// as complete only after some time.
  fileprivate func report(_ state: String, on number: Int) async throws {
    wait(hours: 1)
    let forge = try forge()
    let head = try await forge.pullRequest(number, in: repository).headSHA
    try await forge.report(
      Check(name: "build", state: Check.State(word: state)), of: head, in: repository)
  }

  fileprivate func say(_ text: String, as login: String = "ann", on number: Int = 1) async throws {
    wait(hours: 1)
    _ = try await forge(as: login).comment(text, on: number, in: repository)
  }

  fileprivate func states() async throws -> [PullRequest.State] {
    try await pullRequests().map(\.state)
  }

  /// What the merge of the first pull request waits for.
  fileprivate func note() async throws -> String {
    try await verdicts().first?.mergingNote ?? ""
  }
}

private let merging = "automerge: {update-types: [patch]"

@Suite struct `An automatic merge` {
  @Test func `waits for the days without merges to pass`() async throws {
    // The scene's clock starts on 2027-01-15.
    let scene = try await scene(merging + ", except: [2027-01-14/2027-01-16]}")
    try await scene.report("success", on: 1)
    try await scene.run()
    #expect(try await scene.note() == "'automerge' allows no merges on 2027-01-14/2027-01-16")
    scene.wait(hours: 24)
    try await scene.run()
    #expect(try await scene.states() == [.open])
    scene.wait(hours: 24)
    try await scene.run()
    #expect(try await scene.states() == [.merged])
  }

  @Test func `waits until the version is old enough, from when it was first seen`() async throws {
    let scene = try await scene(merging + ", min-age: 2d}")
    try await scene.report("success", on: 1)
    try await scene.run()
    // The scripted releases were published long ago.
    #expect(try await scene.states() == [.merged])
  }

  @Test func `waits until a new version is old enough`() async throws {
    let rules = merging + ", min-age: 2d}"
    let scene = try await Scene(rules, ["deps.txt": "a 1.0.0\n"])
    scene.npm.publish("a", "1.0.0", "1.0.1")
    let published = scene.now
    scene.npm.date("a", "1.0.1", published)
    try await scene.run()
    try await scene.report("success", on: 1)
    try await scene.run()
    #expect(try await scene.states() == [.open])
    let end = (published + .days(2)).rfc3339
    #expect(
      try await scene.note() == "its versions have the minimum age of 'automerge' at \(end)")
    scene.wait(hours: 48)
    try await scene.run()
    #expect(try await scene.states() == [.merged])
  }

  @Test func `waits until a version whose time is stated on request is old enough`() async throws {
    let scene = try await Scene(merging + ", min-age: 2d}", ["deps.txt": "a 1.0.0\n"])
    scene.npm.publish("a", "1.0.0", "1.0.1")
    scene.npm.dateOnRequest("a", ["1.0.1": scene.now - .days(1)])
    try await scene.run()
    // No cooldown applies.
    #expect(scene.npm.askedTimes == ["a 1.0.1"])
    try await scene.report("success", on: 1)
    try await scene.run()
    #expect(try await scene.states() == [.open])
    scene.wait(hours: 24)
    try await scene.run()
    #expect(try await scene.states() == [.merged])
  }

  @Test func `of a group names the member that prevents it`() async throws {
    let scene = try await Scene(
      merging + "}\ngroups: {all: {patterns: [\"*\"]}}", ["deps.txt": "a 1.0.0\nb 1.0.0\n"])
    scene.npm.publish("a", "1.0.0", "1.0.1")
    scene.npm.publish("b", "1.0.0", "2.0.0")
    try await scene.run()
    try await scene.report("success", on: 1)
    try await scene.run()
    #expect(try await scene.states() == [.open])
    #expect(try await scene.note() == "'automerge' does not include its major update (b)")
  }

  @Test func `waits for its schedule`() async throws {
    let scene = try await scene(merging + ", schedule: {interval: daily}}")
    try await scene.report("success", on: 1)
    let opening = scene.now + .seconds(7_200)
    scene.calendar.withLock { calendar in
      calendar.window = { _, now in now < opening ? .closed(until: opening) : .open }
    }
    try await scene.run()
    #expect(try await scene.note() == "'automerge' allows merges from \(opening.rfc3339) on")
    scene.wait(hours: 2)
    try await scene.run()
    #expect(try await scene.states() == [.merged])
  }

  @Test func `does not take place if the time zone is unknown`() async throws {
    let scene = try await scene(
      merging + ", schedule: {interval: daily, timezone: Asia/Tokyo}}")
    try await scene.report("success", on: 1)
    try await scene.run()
    #expect(try await scene.note() == "the time zone 'Asia/Tokyo' of 'automerge' isn't known here")
  }
}

@Suite struct `A draft` {
  @Test func `is made ready once its checks are green`() async throws {
    let scene = try await scene("draft: until-green\n" + merging + "}")
    #expect(try await scene.pullRequests().map(\.isDraft) == [true])
    try await scene.report("failure", on: 1)
    try await scene.run()
    #expect(try await scene.pullRequests().map(\.isDraft) == [true])
    try await scene.report("success", on: 1)
    try await scene.run()
    #expect(try await scene.states() == [.merged])
  }

  @Test func `of a person stays one`() async throws {
    let scene = try await scene("draft: until-green")
    try await scene.report("success", on: 1)
    try await scene.run()
    #expect(try await scene.pullRequests().map(\.isDraft) == [false])
    try await scene.convertToDraft(1)
    try await scene.run()
    #expect(try await scene.pullRequests().map(\.isDraft) == [true])
  }
}

@Suite struct `A comment about merging` {
  @Test(arguments: ["merge", "squash and merge"])
  func `merges the pull request once it is green`(command: String) async throws {
    let scene = try await scene("")
    try await scene.say("@martlet \(command)")
    try await scene.run()
    #expect(try await scene.states() == [.open])
    #expect(
      try await scene.comments(on: 1).last?.hasPrefix(
        "I merge this as soon as its checks are green")
        == true)
    try await scene.report("success", on: 1)
    try await scene.run()
    #expect(try await scene.states() == [.merged])
    #expect(try await scene.comments(on: 1).count == 2)
  }

  @Test func `counts only from people with write access`() async throws {
    let scene = try await scene("")
    try await scene.say("@martlet merge", as: "eve")
    try await scene.report("success", on: 1)
    try await scene.run()
    #expect(try await scene.states() == [.open])
    #expect(try await scene.comments(on: 1).count == 1)
  }

  @Test func `is for the versions of that time`() async throws {
    let scene = try await scene("")
    try await scene.say("@martlet merge")
    try await scene.run()
    scene.npm.publish("a", "1.0.2")
    try await scene.run()
    try await scene.report("success", on: 1)
    try await scene.run()
    #expect(try await scene.states() == [.open])
    #expect(
      try await scene.note()
        == "@ann asked for the merge of other versions, so that it is not merged")
  }

  @Test func `never merges commits of others`() async throws {
    let scene = try await scene("")
    try await scene.say("@martlet merge")
    try await scene.run()
    try await scene.push(["x.txt": "x"], to: "martlet/npm/a")
    try await scene.report("success", on: 1)
    try await scene.run()
    #expect(try await scene.states() == [.open])
  }

  @Test func `is undone by another one`() async throws {
    let scene = try await scene("")
    try await scene.say("@martlet merge")
    try await scene.run()
    try await scene.say("@martlet cancel merge")
    try await scene.report("success", on: 1)
    try await scene.run()
    #expect(try await scene.states() == [.open])
  }

  @Test func `is not executed again after the state was lost`() async throws {
    let scene = try await scene("")
    try await scene.say("@martlet merge")
    try await scene.run()
    try await scene.loseState()
    try await scene.report("success", on: 1)
    try await scene.run()
    #expect(try await scene.states() == [.open])
  }
}

@Suite struct `A comment about closing` {
  @Test func `declines the versions, also after the state was lost`() async throws {
    let scene = try await scene("")
    try await scene.say("@martlet close")
    #expect(try await scene.run() == ["a: 1.0.1 was declined when #1 was closed"])
    #expect(try await scene.states() == [.closed])
    #expect(try await scene.branches() == [])
    try await scene.loseState()
    #expect(try await scene.run() == ["a: 1.0.1 was declined when #1 was closed"])
    scene.npm.publish("a", "1.0.2")
    try await scene.run()
    #expect(try await scene.open() == ["#2 Bump a from 1.0.0 to 1.0.2"])
  }

  @Test func `is undone by reopening, with the branch`() async throws {
    let scene = try await scene("")
    try await scene.say("@martlet close")
    try await scene.run()
    try await scene.say("@martlet reopen")
    try await scene.run()
    #expect(try await scene.open() == ["#1 Bump a from 1.0.0 to 1.0.1"])
    #expect(try await scene.branches() == ["martlet/npm/a"])
  }

  @Test func `rebuilds all open pull requests`() async throws {
    let scene = try await Scene("", ["deps.txt": "a 1.0.0\n", "x.txt": "1"])
    try scene.settings("{\"permissions\": {\"ann\": \"write\"}}")
    scene.npm.publish("a", "1.0.0", "1.0.1")
    try await scene.push(["deps.txt": "a 1.0.0\nb 1.0.0\n"])
    scene.npm.publish("b", "1.0.0", "1.0.1")
    try await scene.run()
    let before = try await scene.pullRequests().map(\.headSHA)
    try await scene.push(["x.txt": "2"])
    try await scene.run()
    #expect(try await scene.pullRequests().map(\.headSHA) == before)
    try await scene.say("@martlet rebase all")
    try await scene.run()
    let after = try await scene.pullRequests().map(\.headSHA)
    #expect(Set(before).isDisjoint(with: after), "\(before) \(after)")
    #expect(try await scene.comments(on: 1).count == 2)
    #expect(try await scene.comments(on: 2).count == 0)
    try await scene.run()
    #expect(try await scene.pullRequests().map(\.headSHA) == after)
  }
}

extension Scene {
  /// Reports a check of a branch's commit, an hour later.
  fileprivate func report(_ state: String, of branch: String) async throws {
    wait(hours: 1)
    let forge = try forge()
    let head = try #require(try await forge.head(of: branch, in: repository))
    try await forge.report(
      Check(name: "build", state: Check.State(word: state)), of: head, in: repository)
  }

  fileprivate func base() async throws -> String {
    let forge = try forge()
    let head = try #require(try await forge.head(of: "main", in: repository))
    let bytes = try await forge.file("deps.txt", at: head, limit: 1_000, in: repository)
    return String(decoding: try #require(bytes), as: UTF8.self)
  }
}

@Suite struct `A branch that is judged first` {
  @Test func `gets its pull request when it is green`() async throws {
    let scene = try await scene("open: when-green\nci: {timeout: 3h}")
    #expect(try await scene.branches() == ["martlet/npm/a"])
    #expect(try await scene.run() == ["a: 1.0.1 waits: CI judges its branch"])
    try await scene.report("failure", of: "martlet/npm/a")
    try await scene.run()
    #expect(try await scene.run() == ["a: 1.0.1 waits: CI is red on its branch: build"])
    #expect(try await scene.pullRequests().count == 0)
    try await scene.report("success", of: "martlet/npm/a")
    try await scene.run()
    try await scene.run()
    #expect(try await scene.open() == ["#1 Bump a from 1.0.0 to 1.0.1"])
  }

  @Test func `moves to a newer version, which is judged again`() async throws {
    let scene = try await scene("open: when-green\nci: {timeout: 3h}")
    try await scene.report("success", of: "martlet/npm/a")
    scene.npm.publish("a", "1.0.2")
    #expect(try await scene.run() == ["a: 1.0.2 waits: CI judges its branch"])
    #expect(try await scene.branches() == ["martlet/npm/a"])
    try await scene.report("success", of: "martlet/npm/a")
    try await scene.run()
    try await scene.run()
    #expect(try await scene.open() == ["#1 Bump a from 1.0.0 to 1.0.2"])
  }

  @Test func `is removed when its update isn't needed any more`() async throws {
    let scene = try await scene("open: when-green")
    try await scene.push(["deps.txt": "a 1.0.1\n"])
    try await scene.run()
    #expect(try await scene.branches() == [])
  }

  @Test func `stays while only the checks of pull requests are due`() async throws {
    let scene = try await scene("open: when-green")
    try await scene.run(for: .nothing)
    #expect(try await scene.branches() == ["martlet/npm/a"])
  }

  @Test func `is opened if CI doesn't run on branches`() async throws {
    let scene = try await scene("open: when-green\nci: {required: [build], timeout: 1h}")
    scene.wait(hours: 2)
    try await scene.run()
    try await scene.run()
    #expect(try await scene.open() == ["#1 Bump a from 1.0.0 to 1.0.1"])
  }

  @Test func `of a person stays as it is`() async throws {
    let scene = try await scene("open: when-green")
    try await scene.push(["x.txt": "x"], to: "martlet/npm/a")
    try await scene.report("success", of: "martlet/npm/a")
    try await scene.run()
    #expect(
      try await scene.run() == ["a: martlet/npm/a has commits by others and is left unchanged"])
    #expect(try await scene.pullRequests().count == 0)
  }

  @Test func `is found again after the state was lost`() async throws {
    let scene = try await scene("open: when-green\nci: {timeout: 3h}")
    try await scene.loseState()
    #expect(try await scene.run() == ["a: 1.0.1 waits: CI judges its branch"])
    try await scene.report("success", of: "martlet/npm/a")
    try await scene.run()
    try await scene.run()
    #expect(try await scene.open() == ["#1 Bump a from 1.0.0 to 1.0.1"])
  }
}

@Suite struct `A branch that is merged without a pull request` {
  @Test func `becomes the head of the base when it is green`() async throws {
    let scene = try await scene(merging + ", type: branch}\nci: {timeout: 3h}")
    #expect(try await scene.run() == ["a: 1.0.1 waits: CI judges its branch"])
    try await scene.report("success", of: "martlet/npm/a")
    try await scene.run()
    #expect(try await scene.run() == ["a: merged 1.0.1 into main without a pull request"])
    #expect(try await scene.base() == "a 1.0.1\n")
    #expect(try await scene.branches() == [])
    #expect(try await scene.run() == [])
    #expect(try await scene.pullRequests().count == 0)
  }

  @Test func `is judged again on a base that moved`() async throws {
    let scene = try await scene(merging + ", type: branch}\nci: {timeout: 3h}")
    try await scene.report("success", of: "martlet/npm/a")
    try await scene.push(["x.txt": "x"])
    try await scene.run()
    #expect(try await scene.run() == ["a: 1.0.1 waits: CI judges its branch on the new base"])
    try await scene.report("success", of: "martlet/npm/a")
    try await scene.run()
    try await scene.run()
    #expect(try await scene.base() == "a 1.0.1\n")
  }

  @Test func `gets a pull request if it is red, or of another step`() async throws {
    let scene = try await scene(merging + ", type: branch}\nci: {timeout: 3h}")
    try await scene.report("failure", of: "martlet/npm/a")
    try await scene.run()
    try await scene.run()
    #expect(try await scene.open() == ["#1 Bump a from 1.0.0 to 1.0.1"])
    let other = try await self.other()
    #expect(try await other.open() == ["#1 Bump a from 1.0.0 to 1.0.1"])
  }

  private func other() async throws -> Scene {
    try await scene("automerge: {update-types: [major], type: branch}")
  }
}
