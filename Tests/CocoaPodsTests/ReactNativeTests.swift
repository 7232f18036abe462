import Ecosystem
import Testing
import Text

@testable import CocoaPods

/// The Podfile of React Native's template, with a pod of its own.
private let podfile = """
  # Resolve react_native_pods.rb with node to allow for hoisting
  require Pod::Executable.execute_command('node', ['-p',
    'require.resolve(
      "react-native/scripts/react_native_pods.rb",
      {paths: [process.argv[1]]},
    )', __dir__]).strip

  platform :ios, min_ios_version_supported
  prepare_react_native_project!

  linkage = ENV['USE_FRAMEWORKS']
  if linkage != nil
    Pod::UI.puts "Configuring Pod with #{linkage}ally linked Frameworks".green
    use_frameworks! :linkage => linkage.to_sym
  end

  target 'App' do
    config = use_native_modules!
    pod 'A'

    use_react_native!(
      :path => config[:reactNativePath],
      # An absolute path to your application root.
      :app_path => "#{Pod::Config.instance.installation_root}/.."
    )

    post_install do |installer|
      react_native_post_install(installer, config[:reactNativePath])
    end
  end

  """

private let lock = """
  PODS:
    - A (1.0)
    - React-Core (0.76.1)

  DEPENDENCIES:
    - A
    - React-Core (from `../node_modules/react-native/`)

  SPEC REPOS:
    trunk:
      - A

  EXTERNAL SOURCES:
    React-Core:
      :path: "../node_modules/react-native/"

  SPEC CHECKSUMS:
    A: 0000000000000000000000000000000000000001
    React-Core: 0000000000000000000000000000000000000002

  COCOAPODS: 1.15.2

  """

private let update = Goal.update([.init(name: "A")], UpdateOptions())

@Suite struct `The template of React Native` {
  private func world(_ platform: String) -> PodWorld {
    PodWorld(pods: ["A 1.0": "", "A 2.0": ""], platforms: ["A 2.0": platform])
  }

  private let files = ["ios/Podfile": podfile, "ios/Podfile.lock": lock]

  @Test(arguments: ["12.0", "15.1"])
  func `gets updates of its own pods that its lowest platform runs`(
    platform: String
  ) async throws {
    let text = try #require(
      try await world(platform).change(files, toward: update)["ios/Podfile.lock"])
    let new = try PodfileLock(SourceText(file: "Podfile.lock", text))
    #expect(new.pods.map(\.text) == ["A (2.0)", "React-Core (0.76.1)"])
    #expect(new.checksums["React-Core"] == "0000000000000000000000000000000000000002")
  }

  @Test func `is refused with the place if the platform decides`() async throws {
    let problem = await #expect(throws: Problem.self) {
      try await world("16.0").change(files, toward: update)
    }
    #expect(problem?.kind == .refused)
    #expect(problem?.message.contains("some pods need more than iOS 15.1") == true)
    #expect(problem?.location?.line == 8)
  }

  @Test func `can be checked although podspecs are outside of the repository`() async throws {
    let opened = try await world("12.0").open(files)
    for dependency in try await opened.dependencies() {
      let releases = try await opened.releases(of: dependency)
      #expect(releases.map(\.version) == (dependency.name == "A" ? ["1.0", "2.0"] : []))
    }
  }
}

/// A pod whose new version needs a newer one of a pod that others need, too.
@Suite struct `A shared pod` {
  private static let world = PodWorld(pods: [
    "A 1.0": "C ~> 1.0", "A 2.0": "C ~> 2.0", "B 1.0": "C >= 1.0,E", "C 1.0": "", "C 2.0": "",
    "E 1.0": "", "E 2.0": "",
  ])
  private static let lock = """
    PODS:
      - A (1.0):
        - C (~> 1.0)
      - B (1.0):
        - C (>= 1.0)
        - E
      - C (1.0)
      - E (1.0)

    DEPENDENCIES:
      - A
      - B

    SPEC REPOS:
      trunk:
        - A
        - B
        - C
        - E

    COCOAPODS: 1.15.2
    """

  private func locked(raises: Bool) async throws -> [String] {
    var options = UpdateOptions()
    options.raises = raises
    return try await Self.world.locked(
      "pod 'A'\npod 'B'", lock: Self.lock, .update([.init(name: "A", version: "2.0")], options))
  }

  @Test func `moves with it in a pull request, and no other pod does`() async throws {
    #expect(try await locked(raises: true) == ["A 2.0", "B 1.0", "C 2.0", "E 1.0"])
  }

  @Test func `stays for the command, as for CocoaPods`() async throws {
    let problem = await #expect(throws: Problem.self) { try await locked(raises: false) }
    #expect(problem?.kind == .unsolvable)
  }
}

/// Pods that need each other, which CocoaPods rejects.
@Suite struct `A cycle of pods` {
  private let lock = """
    PODS:
      - A (1.0):
        - B
      - B (1.0)

    DEPENDENCIES:
      - A
      - B

    SPEC REPOS:
      trunk:
        - A
        - B

    COCOAPODS: 1.15.2
    """

  @Test func `is not locked, and the next lower release is`() async throws {
    let world = PodWorld(pods: ["A 1.0": "B", "B 1.0": "", "B 1.1": "", "B 2.0": "A"])
    let pods = "pod 'A'\npod 'B'"
    let problem = await #expect(throws: Problem.self) {
      try await world.locked(
        pods, lock: lock, .update([.init(name: "B", version: "2.0")], UpdateOptions()))
    }
    #expect(problem?.kind == .unsolvable)
    let update = Goal.update([.init(name: "B", version: "1.1")], UpdateOptions())
    #expect(try await world.locked(pods, lock: lock, update) == ["A 1.0", "B 1.1"])
  }
}
