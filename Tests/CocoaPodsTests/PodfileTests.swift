import Ecosystem
import Ruby
import Testing
import Text

@testable import CocoaPods

private func read(_ text: String) async throws -> Podfile {
  var reader = PodfileReader("Podfile", in: SourceTree(name: "app", files: ["Podfile": text]))
  return try await reader.read(lock: nil)
}

private func texts(_ text: String) async throws -> [String] {
  try await read(text).dependencies.map(\.text)
}

@Suite struct `A Podfile` {
  @Test func `has the pods of its targets in all styles`() async throws {
    let text = """
      source 'https://cdn.cocoapods.org'
      platform :ios, '13.0'
      def shared
        pod "A","~> 1.0"
      end
      abstract_target 'All' do
        shared
        target 'App' do
          pod('B/Core', '>= 1.0', '< 2')
          pod 'C', :subspecs => ['X', 'Y'], :configurations => ['Debug']
          pod 'D', git: 'https://e.com/d.git', branch: 'main'
          %w[E F].each { |name| pod name }
          target 'Tests' do
            inherit! :search_paths
            pod 'G', '1.0', testspecs: ['T']
          end
        end
      end
      post_install do |installer|
        installer.anything.at.all { |x| x.y = `ls` }
      end
      """
    #expect(
      try await texts(text) == [
        "A (~> 1.0)", "B/Core (< 2, >= 1.0)", "C/X", "C/Y",
        "D (from `https://e.com/d.git`, branch `main`)", "E", "F", "G/T (= 1.0)", "G (= 1.0)",
      ])
    let podfile = try await read(text)
    #expect(podfile.targets.map(\.name) == ["Pods", "All", "App", "Tests"])
    #expect(podfile.isExclusive(3))
    #expect(!podfile.isExclusive(2))
    #expect(podfile.platform(of: 2)?.displayName == "iOS 13.0")
  }

  @Test func `names the functions of React Native and Flutter`() async throws {
    let text = """
      require_relative '../node_modules/react-native/scripts/react_native_pods'
      platform :ios, '13.4'
      target 'App' do
        config = use_native_modules!
        use_react_native!(:path => config[:reactNativePath])
        pod 'A', '~> 1.0'
      end
      """
    let podfile = try await read(text)
    #expect(
      podfile.opaque.map(\.name) == [
        "require_relative", "use_native_modules!", "use_react_native!",
      ])
    #expect(podfile.opaque[1].location.line == 4)
    #expect(try podfile.dependencies.map(\.text) == ["A (~> 1.0)"])
  }

  @Test(arguments: [
    ("pod ENV['X']", "has a pod whose name isn't known"),
    ("pod 'A', :source => 'x', :git => 'y'", "has a pod with `:source` and another source"),
    ("pod 'A', '1.0', :path => 'x'", "has a pod with a source of its own and a requirement"),
    ("platform :amiga", "has a platform that CocoaPods doesn't know"),
    ("magic!", "calls `magic!`"),
  ])
  func `refuses what it can't know`(_ text: String, _ message: String) async throws {
    let problem = await #expect(throws: Problem.self) { try await read(text) }
    #expect(problem?.kind == .refused)
    #expect(problem?.message == message)
    #expect(problem?.location?.file == "Podfile")
  }

  @Test func `is refused if its pods depend on the machine`() async throws {
    let problem = await #expect(throws: Problem.self) {
      try await read("target 'App' do\n  pod 'A' if ENV['CI']\nend")
    }
    #expect(problem?.message == "has pods that depend on the machine")
    #expect(try await texts("target 'App' do\n  x = 1 if ENV['CI']\n  pod 'A'\nend") == ["A"])
  }
}

@Suite struct `A podspec in Ruby` {
  private func read(_ text: String) async throws -> Podspec {
    let source = SourceText(file: "A.podspec", text)
    return try await PodspecReader(tree: .single(source)).read("A.podspec", .all)
  }

  @Test func `becomes the JSON that CocoaPods writes`() async throws {
    let podspec = try await read(
      """
      Pod::Spec.new do |s|
        s.name = 'A'
        s.version = '1.2.0'
        s.summary = <<-TEXT
          In
            two lines.
        TEXT
        s.author = { 'Ada' => 'a@b.c' }
        s.source = { :git => 'https://e.com/a.git', :tag => s.version.to_s }
        s.swift_versions = ['5.0', '5.10']
        s.platform = :ios, '12.0'
        s.source_files = 'a', 'b'
        s.ios.dependency 'C'
        s.subspec 'Core' do |core|
          core.dependency 'B', '~> 1.0'
        end
        s.test_spec { |t| t.source_files = 't' }
      end
      """)
    #expect(
      podspec.prettyJSON(PodspecStyle()) == """
        {
          "name": "A",
          "version": "1.2.0",
          "summary": "In\\n  two lines.",
          "authors": {
            "Ada": "a@b.c"
          },
          "source": {
            "git": "https://e.com/a.git",
            "tag": "1.2.0"
          },
          "swift_versions": [
            "5.0",
            "5.10"
          ],
          "platforms": {
            "ios": "12.0"
          },
          "source_files": [
            "a",
            "b"
          ],
          "ios": {
            "dependencies": {
              "C": [

              ]
            }
          },
          "testspecs": [
            {
              "name": "Tests",
              "test_type": "unit",
              "source_files": "t"
            }
          ],
          "subspecs": [
            {
              "name": "Core",
              "dependencies": {
                "B": [
                  "~> 1.0"
                ]
              }
            }
          ],
          "swift_version": "5.10"
        }

        """)
  }

  @Test(arguments: [
    (
      "s.name = 'A'\n  s.version = ENV['V']",
      "sets `version` to a value that depends on the machine"
    ),
    ("s.name = 'A'\n  s.magic = 1", "sets `magic`, which CocoaPods doesn't know"),
    ("s.dependency 'A', ENV['V']", "has a dependency whose name or requirement isn't known"),
  ])
  func `is refused if it isn't declarative`(_ lines: String, _ message: String) async throws {
    let problem = await #expect(throws: Problem.self) {
      try await read("Pod::Spec.new do |s|\n  \(lines)\nend\n")
    }
    #expect(problem?.kind == .refused)
    #expect(problem?.message == message)
  }
}
