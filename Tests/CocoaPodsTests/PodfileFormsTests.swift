import Ecosystem
import Testing
import Text

@testable import CocoaPods

private func read(_ text: String, _ files: [String: String] = [:]) async throws -> Podfile {
  let all = files.merging(["Podfile": text]) { $1 }
  var reader = PodfileReader("Podfile", in: SourceTree(name: "app", files: all))
  return try await reader.read(lock: nil)
}

private func texts(_ text: String, _ files: [String: String] = [:]) async throws -> [String] {
  try await read(text, files).dependencies.map(\.text)
}

/// Forms that are frequent in real Podfiles.
@Suite struct `A real Podfile` {
  @Test(arguments: [
    "raise 'use bundle exec' unless %w[BUNDLE_BIN_PATH BUNDLE_GEMFILE].any? { |k| ENV.key?(k) }",
    "raise 'use bundle exec' unless defined?(Bundler)",
    "abort('use bundle exec') if ENV['BUNDLE_GEMFILE'].nil?",
    "unless ENV['A']\n  raise 'A'\nend\nunless ENV['B']\n  exit 1\nend",
  ])
  func `that stops on other machines is read as on one that it accepts`(
    line: String
  ) async throws {
    #expect(try await texts("\(line)\ntarget 'App' do\n  pod 'A'\nend") == ["A"])
  }

  @Test(arguments: [
    "raise 'never'\npod 'A'", "x = 1\nraise 'never' if x == 1\npod 'A'",
    "if ENV['A']\n  raise 'x'\nelse\n  raise 'y'\nend",
  ])
  func `that always stops is refused with the place`(text: String) async throws {
    let problem = await #expect(throws: Problem.self) { try await read(text) }
    #expect(problem?.kind == .refused)
    #expect(problem?.message == "stops with `raise`")
    #expect(problem?.location?.file == "Podfile")
  }

  @Test func `of Flutter gets the paths from Flutter only`() async throws {
    let podfile = try await read(
      """
      platform :ios, '13.0'
      def flutter_root
        path = File.expand_path(File.join('..', 'Flutter', 'Generated.xcconfig'), __FILE__)
        unless File.exist?(path)
          raise "#{path} must exist. Run flutter pub get first"
        end
        File.foreach(path) do |line|
          matches = line.match(/FLUTTER_ROOT\\=(.*)/)
          return matches[1].strip if matches
        end
        raise "FLUTTER_ROOT not found in #{path}"
      end
      require File.expand_path(File.join('packages', 'bin', 'helper'), flutter_root)
      flutter_ios_podfile_setup
      target 'Runner' do
        use_frameworks!
        pod 'Firebase/Core', '~> 11.0'
        flutter_install_all_ios_pods File.dirname(File.realpath(__FILE__))
      end
      """)
    #expect(try podfile.dependencies.map(\.text) == ["Firebase/Core (~> 11.0)"])
    #expect(
      podfile.opaque.map(\.name) == [
        "flutter_root", "require", "flutter_ios_podfile_setup", "flutter_install_all_ios_pods",
      ])
  }

  @Test func `of Expo keeps its literal pods`() async throws {
    let podfile = try await read(
      #"""
      require File.join(File.dirname(`node --print "require.resolve('expo/package.json')"`), "scripts/autolinking")
      require 'json'
      properties = JSON.parse(File.read(File.join(__dir__, 'Podfile.properties.json'))) rescue {}
      ENV['RCT_NEW_ARCH_ENABLED'] = '0' if properties['newArchEnabled'] == 'false'
      symbol = ('use' + '_native' + '_modules!').to_sym
      original = self.method(symbol)
      self.define_singleton_method(symbol) do |*args|
        if ENV['EXPO_UNSTABLE_CORE_AUTOLINKING'] == '1'
          Pod::UI.puts('Using expo-modules-autolinking'.green)
          original.call(['node', '--no-warnings'])
        else
          original.call()
        end
      end
      platform :ios, properties['ios.deploymentTarget'] || '15.1'
      prepare_react_native_project!
      target 'App' do
        use_expo_modules!
        config = use_native_modules!
        use_frameworks! :linkage => ENV['USE_FRAMEWORKS'].to_sym if ENV['USE_FRAMEWORKS']
        use_react_native!(
          :path => config[:reactNativePath],
          :hermes_enabled => properties['expo.jsEngine'] == nil || properties['expo.jsEngine'] == 'hermes'
        )
        pod 'A', '~> 5.8.0'
        post_install { |installer| react_native_post_install(installer) }
      end
      """#, ["Podfile.properties.json": #"{"expo.jsEngine": "hermes"}"#])
    #expect(try podfile.dependencies.map(\.text) == ["A (~> 5.8.0)"])
    #expect(podfile.targets.contains { $0.platform?.target?.text == "15.1" })
    #expect(podfile.opaque.contains { $0.name == "use_expo_modules!" })
  }

  @Test func `that redefines a function of CocoaPods is refused`() async throws {
    let problem = await #expect(throws: Problem.self) {
      try await read("self.define_singleton_method(:pod) { |*a| nil }")
    }
    #expect(problem?.message == "redefines `pod`")
  }

  @Test func `of React Native keeps its literal pods`() async throws {
    let podfile = try await read(
      """
      require File.join(File.dirname(`node --print "require.resolve('expo/package.json')"`), "a")
      flipper = ENV['NO_FLIPPER'] == "1" ? FlipperConfiguration.disabled : FlipperConfiguration.enabled
      app = JSON.parse(File.read(File.join('..', 'node_modules', 'x', 'package.json')))
      sdk = app['sdkVersions']['ios']
      Pod::UI.puts "Using #{sdk}"
      target 'App' do
        flags = get_default_flags()
        use_react_native!(:hermes_enabled => flags[:hermes_enabled], :flipper => flipper)
        pod 'A', '1.0'
      end
      """)
    #expect(try podfile.dependencies.map(\.text) == ["A (= 1.0)"])
    #expect(!podfile.opaque.isEmpty)
  }

  @Test func `reads versions from data files of the repository`() async throws {
    let files = [
      ".swiftlint.yml": "swiftlint_version: 0.50.3\nrules: [a]\n",
      "versions.json": #"{"B": "2.0", "beta": true}"#,
    ]
    let text = """
      require 'yaml'
      def swiftlint_version
        YAML.load_file('.swiftlint.yml')['swiftlint_version']
      end
      versions = JSON.parse(File.read('versions.json'))
      target 'App' do
        pod 'SwiftLint', swiftlint_version
        pod 'B', versions['B'] if versions['beta']
      end
      """
    #expect(try await texts(text, files) == ["SwiftLint (= 0.50.3)", "B (= 2.0)"])
  }

  @Test(arguments: [
    ("v: 1.10", "unknown type"), ("v: 2024-01-01", "unknown type"), ("v: [", "can't be parsed"),
    ("v: :a", "unknown type"),
  ])
  func `refuses data whose type isn't certain`(data: String, word: String) async throws {
    let text = "target 'App' do\n  pod 'A', YAML.load_file('v.yml')['v']\nend"
    let problem = await #expect(throws: Problem.self) { try await read(text, ["v.yml": data]) }
    #expect(problem?.kind == .refused)
    #expect(problem?.message.contains(word) == true)
  }
}
