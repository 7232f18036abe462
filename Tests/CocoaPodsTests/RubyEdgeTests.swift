import Ecosystem
import Testing
import Text

@testable import CocoaPods

private func podfile(_ text: String) async throws -> Podfile {
  var reader = PodfileReader("Podfile", in: SourceTree(name: "app", files: ["Podfile": text]))
  return try await reader.read(lock: nil)
}

private func podspec(_ lines: String) async throws -> Podspec {
  try await whole("Pod::Spec.new do |s|\n  s.name = 'A'\n  s.version = '1.0-b'\n\(lines)\nend\n")
}

private func whole(_ text: String) async throws -> Podspec {
  let tree = SourceTree(name: "app", files: ["A.podspec": text])
  return try await PodspecReader(tree: tree).read("A.podspec", .all)
}

/// Results compared with those of CocoaPods 1.16.2.
@Suite struct `A Podfile or podspec at the edges has CocoaPods' result` {
  @Test(arguments: [
    (":ios", "ios 4.3"), (":osx", "osx 10.6"), (":tvos", "tvos 9.0"), (":ios, 9.0", "ios 9.0"),
  ])
  func `a platform without a version has CocoaPods' standard one`(
    line: String, platform: String
  ) async throws {
    let text = "platform \(line)\ntarget 'App' do\n  pod 'A'\nend"
    let found = try await podfile(text).platform(of: 1)
    #expect("\(found?.name ?? "") \(found?.target?.text ?? "")" == platform)
  }

  @Test func `dependencies are those of a target's children before those of their children`()
    async throws
  {
    let found = try await podfile(
      """
      platform :ios, '9.0'
      target 'A' do
        pod 'A'
        target 'B' do
          pod 'B'
          target 'C' do
            pod 'C'
          end
        end
        target 'D' do
          pod 'D'
        end
      end
      """)
    #expect(try found.dependencies.map(\.text) == ["A", "B", "D", "C"])
  }

  @Test(arguments: [
    ("platform 'ios', '9.0'", "platform"), ("target 'X', :exclusive => true", "options"),
    ("target 'X' do\n  inherit! :bogus\nend", "inherits"), ("inherit! :none", "inherits"),
    ("abstract_target 'X' do\n  inherit! :none\nend", "inherits"),
    ("target 'X' do\n  pod 'A', :subspecs => 'B'\nend", "`:subspecs`"),
    ("target 'X' do\n  pod 'A', :testspecs => 'B'\nend", "`:testspecs`"),
  ])
  func `a Podfile that CocoaPods rejects is refused`(text: String, word: String) async throws {
    let problem = await #expect(throws: Problem.self) { try await podfile(text) }
    #expect(problem?.kind == .refused)
    #expect(problem?.message.contains(word) == true, "\(problem?.message ?? "")")
  }

  @Test(arguments: [
    ("s.xcconfig = { 'A' => 'b' }", "\"xcconfig\": {\n    \"A\": \"b\"\n  }"),
    ("s.ios.xcconfig = { 'A' => 'b' }", "\"xcconfig\": {\n      \"A\": \"b\"\n    }"),
    ("s.dependency :B", "\"dependencies\": {\n    \"B\": [\n\n    ]\n  }"),
    ("s.source = { :tag => s.version.to_s }", "\"tag\": \"1.0-b\""),
    ("s.summary = 'q' if s.respond_to?(:swift_version)", "\"summary\": \"q\""),
    ("s.summary = 'q' if s.respond_to?(:frameworks=)", "\"summary\": \"q\""),
    ("s.summary = s.respond_to?(:frameworks) ? 'a' : 'b'", "\"summary\": \"b\""),
    ("s.summary = s.respond_to?(:mystery=) ? 'a' : 'b'", "\"summary\": \"b\""),
  ])
  func `attributes are written as CocoaPods stores them`(line: String, json: String) async throws {
    #expect(try await podspec(line).prettyJSON(PodspecStyle()).contains(json))
  }

  @Test(arguments: [
    ("s.dependency 'A'", "itself"), ("s.subspec('B') { |b| b.dependency 'A' }", "itself"),
    ("s.version = '1.0'\ns.dependency 'B', s.version", "requirement"),
    ("s.dependency 'B', :configurations => ['Beta']", "configurations"),
    ("s.subspec('B') { |b| b.name = 'C' }", "name"), ("s.name = 1", "name"),
    ("s.subspec('B')\ns.name = 'C'", "name"), ("s.test_spec 3", "name"),
    ("s.ios.deployment_target = ['9.0']", "deployment target"),
  ])
  func `a podspec that CocoaPods rejects is refused`(line: String, word: String) async throws {
    let problem = await #expect(throws: Problem.self) { try await podspec(line) }
    #expect(problem?.kind == .refused)
    #expect(problem?.message.contains(word) == true, "\(problem?.message ?? "")")
  }

  @Test(arguments: ["nil", "1", "s = 'A'"])
  func `a podspec that doesn't end with its specification is refused`(last: String) async throws {
    let text = "Pod::Spec.new do |s|\n  s.name = 'A'\n  s.version = '1.0'\nend\n\(last)\n"
    let problem = await #expect(throws: Problem.self) { try await whole(text) }
    #expect(problem?.kind == .refused)
    #expect(problem?.message.contains("end with its specification") == true)
  }
}
