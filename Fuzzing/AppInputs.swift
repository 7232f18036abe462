import Carthage
import CocoaPods
import Ecosystem
import GitSubmodules
import References

/// Fuzzes the files and responses that CocoaPods, Carthage and Mint parse.
enum AppInputs {
  private static let podfile = Array("platform :ios, '15.0'\ntarget 'X' do\n  pod 'a'\nend\n".utf8)
  private static let podspec = Array(
    #"{"name": "a", "version": "1.1.0", "source": {"git": "https://a.example/a.git"}}"#.utf8)

  /// Resolves a project of CocoaPods with these files.
  ///
  /// - Parameters:
  ///   - files: the project.
  ///   - index: the list of versions of a pod.
  ///   - podspec: the podspec of every version.
  static func pods(
    _ files: [String: [UInt8]] = [:], index: [UInt8]? = nil, podspec: [UInt8] = podspec
  ) {
    Projects.exercise(
      ["Podfile": podfile].merging(files) { $1 }, .cocoapods,
      bodies: [
        "CocoaPods-version.yml": Array("last: 1.16.2\nprefix_lengths: [1, 1, 1]\n".utf8),
        ".txt": index ?? Array("a/1.0.0/1.1.0\n".utf8), ".podspec.json": podspec,
      ])
  }

  /// Reads a podspec of the project itself, in Ruby.
  static func read(podspec: [UInt8]) {
    let podfile = Array(
      "platform :ios, '15.0'\ntarget 'X' do\n  pod 'a', :path => 'a'\nend\n".utf8)
    pods(["Podfile": podfile, "a/a.podspec": podspec])
  }

  /// Resolves a project of Carthage with these files.
  ///
  /// - Parameters:
  ///   - files: the project.
  ///   - release: the `Cartfile` of every dependency.
  ///   - binary: the definition of every binary.
  static func carthage(
    _ files: [String: [UInt8]] = [:], release: [UInt8] = [], binary: [UInt8]? = nil
  ) {
    let cartfile = "github \"a/a\" ~> 1.0\nbinary \"https://a.example/b.json\"\n"
    Projects.exercise(
      ["Cartfile": Array(cartfile.utf8)].merging(files) { $1 }, .carthage,
      bodies: ["b.json": binary ?? Array(#"{"1.0.0": "https://a.example/b.zip"}"#.utf8)],
      repository: ["Cartfile": release])
  }

  /// Updates submodules.
  static func submodules(_ file: [UInt8]) {
    Projects.exercise([".gitmodules": file], .gitSubmodules)
  }

  /// Updates a project of Mint.
  static func mint(_ file: [UInt8]) {
    Projects.exercise(["Mintfile": file], ReferenceKind.mint.description)
  }
}
