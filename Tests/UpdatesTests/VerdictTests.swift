import FoundationEssentials
import Forges
import Testing
import TestSupport
import Time
import Updates

/// Checks in one line: `build+ lint? test-`, with the state after the name.
///
/// Optional: `@7` for the App, `#2` for the suite, `:30` for the second of the start.
private func checks(_ line: String) -> [Check] {
  line.split(separator: " ").map { word in
    let name = word.prefix { $0.isLowercase }
    let sign = word.dropFirst(name.count).prefix(1)
    func number(_ mark: Character) -> Int? {
      guard let start = word.firstIndex(of: mark) else { return nil }
      return Int(word[word.index(after: start)...].prefix { $0.isNumber })
    }
    return Check(
      name: String(name), state: states[String(sign)] ?? .unknown(String(sign)), app: number("@"),
      suite: number("#"),
      startedAt: number(":").map { Timestamp(seconds: Int64($0)) })
  }
}

private let states: [String: Check.State] = [
  "+": .success, "~": .neutral, "/": .skipped, "-": .failure, "!": .error, "?": .pending,
  "X": .cancelled, "T": .timedOut, "A": .actionRequired, "S": .stale, "F": .startupFailure,
  "M": .waiting,
]

private func demands(_ line: String) -> [RequiredCheck] {
  line.split(separator: " ").map { word in
    let parts = word.split(separator: "@")
    return RequiredCheck(name: String(parts[0]), app: parts.count > 1 ? Int(parts[1]) : nil)
  }
}

private func text(_ verdict: Verdict) -> String {
  switch verdict {
  case .pending(let names): (["pending"] + names).joined(separator: " ")
  case .waiting(let names): (["waiting"] + names).joined(separator: " ")
  case .passed(let checks): (["passed"] + checks.map(\.name)).joined(separator: " ")
  case .failed(let checks): (["failed"] + checks.map(\.name)).joined(separator: " ")
  case .timedOut(let names): (["timed out"] + names).joined(separator: " ")
  case .none: "none"
  }
}

private func verdict(
  _ line: String, required: String = "", demandsAll: Bool = false, configured: [String]? = nil,
  unfinished: [String] = [],
  age: Duration = 100, timeout: Duration = 600
) -> String {
  text(
    Verdict(
      of: Evidence(
        checks: checks(line), unfinished: unfinished, required: demands(required),
        demandsAll: demandsAll, configured: configured, age: age, timeout: timeout)))
}

@Suite struct `A verdict` {
  @Test func `comes with the first checks if the host requires all of them`() {
    #expect(verdict("build+", age: 3) == "pending")
    #expect(verdict("build+", demandsAll: true, age: 3) == "passed build")
    #expect(verdict("build+ lint?", demandsAll: true, age: 3) == "pending lint")
    #expect(verdict("", demandsAll: true, age: 3) == "pending")
  }

  @Test(arguments: [
    ("build+ lint+", "passed build lint"), ("build+ lint?", "pending lint"),
    ("build- lint?", "failed build"), ("build+ lint~ docs/", "passed build lint docs"),
    ("build!", "failed build"), ("buildX", "failed build"), ("buildT", "failed build"),
    ("buildA", "failed build"), ("buildS", "failed build"), ("buildF", "failed build"),
    ("build%", "failed build"), ("a- b- c+", "failed a b"), ("", "none"),
  ]) func `of all checks, if none is required`(line: String, expected: String) {
    #expect(verdict(line) == expected)
  }

  @Test(arguments: [
    ("build+", "build", "passed build"), ("", "build", "pending build"),
    ("lint+", "build", "pending build"), ("build? lint+", "build", "pending build"),
    ("build+ lint-", "build", "passed build"), ("build-", "build", "failed build"),
    ("build+", "build lint", "pending lint"), ("build- ", "build lint", "failed build"),
    ("build/ lint~", "build lint", "passed build lint"), ("buildX", "build", "failed build"),
  ]) func `of the demanded checks alone, and never before they appear`(
    line: String, required: String, expected: String
  ) {
    #expect(verdict(line, required: required) == expected)
    #expect(verdict(line, configured: required.split(separator: " ").map(String.init)) == expected)
  }

  @Test func `uses the configured checks instead of the required ones`() {
    #expect(verdict("a+ b?", required: "b", configured: ["a"]) == "passed a")
    #expect(verdict("a+ b-", required: "b", configured: []) == "failed b")
  }

  @Test(arguments: [
    ("build+@7", "build@7", "passed build"), ("build+@8", "build@7", "pending build"),
    ("build+", "build@7", "pending build"), ("build-@8 build+@7", "build@7", "passed build"),
    ("build-@8 build+@7", "build", "failed build"),
  ]) func `takes a demanded App's check alone`(line: String, required: String, expected: String) {
    #expect(verdict(line, required: required) == expected)
  }

  @Test(arguments: [
    // Two workflows with a job of one name: each counts.
    ("build+#1 build-#2", "failed build"), ("build-#1:5 build+#2:9", "failed build"),
    ("build+#1 build?#2", "pending build"),
    // A status and a check run of the same name both count.
    ("build+ build-#2", "failed build"),
    // A rerun in the same suite, or of the same status, replaces.
    ("build-#1:5 build+#1:9", "passed build"), ("build+#1:9 build-#1:5", "passed build"),
    ("build-#1:5 build?#1:9", "pending build"), ("build- build+", "passed build"),
    // A cancelled run is replaced by a later one, not by an earlier or undated one.
    ("buildX#1:5 build+#2:9", "passed build"), ("buildX#1:9 build+#2:5", "failed build"),
    ("buildX#1 build+#2", "failed build"), ("buildS#1:5 build?#2:9", "pending build"),
    ("buildX#1:5@7 build+#2:9@8", "failed build"),
  ]) func `distinguishes reruns from jobs of the same name`(line: String, expected: String) {
    #expect(verdict(line) == expected)
    #expect(verdict(line, required: "build") == expected)
  }

  @Test(arguments: [
    ("", 0, "pending"), ("", 29, "pending"), ("", 30, "none"), ("build+", 29, "pending"),
    ("build+", 30, "passed build"), ("build-", 0, "failed build"), ("build?", 30, "pending build"),
  ]) func `waits for late checks if it doesn't know which ones will come`(
    line: String, age: Duration, expected: String
  ) {
    #expect(verdict(line, age: age) == expected)
  }

  @Test func `does not wait for late checks if the required ones are known`() {
    #expect(verdict("build+", required: "build", age: 0) == "passed build")
  }

  @Test(arguments: [
    ("build+ deployM later?", "", "waiting deploy"), ("build- deployM", "", "failed build"),
    ("build+ deployM", "build", "passed build"),
    ("deployM later?", "deploy later", "waiting deploy"),
  ]) func `has no time limit while a person has to start a job`(
    line: String, required: String, expected: String
  ) {
    #expect(verdict(line, required: required, age: 6000) == expected)
  }

  @Test func `waits for unfinished suites if all checks count`() {
    #expect(verdict("build+", unfinished: ["Actions"]) == "pending Actions")
    #expect(verdict("build+", required: "build", unfinished: ["Actions"]) == "passed build")
  }

  @Test(arguments: [
    ("build?", "", 599, "pending build"), ("build?", "", 600, "timed out build"),
    ("", "build", 600, "timed out build"), ("build+ lint?", "build lint", 600, "timed out lint"),
    ("build+", "build", 6000, "passed build"), ("build-", "build", 6000, "failed build"),
    ("", "", 6000, "none"),
  ]) func `is given up in time, and late green is green`(
    line: String, required: String, age: Duration, expected: String
  ) {
    #expect(verdict(line, required: required, age: age) == expected)
  }

  @Test func `does not depend on the order of the checks, except for reruns without times`() {
    var dice = SeededGenerator(seed: 3)
    let line = ["a+#1:1", "a-#1:2", "b?#1:3", "cX#1:4", "c+#2:5", "d-#3", "e+"]
    let expected = Set(verdict(line.joined(separator: " ")).split(separator: " "))
    for _ in 0..<50 {
      let shuffled = line.shuffled(using: &dice).joined(separator: " ")
      #expect(Set(verdict(shuffled).split(separator: " ")) == expected)
    }
  }
}
