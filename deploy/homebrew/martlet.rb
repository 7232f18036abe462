# Builds martlet from source: docs/mac.md. On macOS it isn't expected to compile yet.
#
# A tap holds it as Formula/martlet.rb. Scripts/dist/formula VERSION TARBALL adds the release.
class Martlet < Formula
  desc "Opens pull requests that update dependencies"
  homepage "https://github.com/martlet/martlet"
  license "Apache-2.0"
  head "https://github.com/martlet/martlet.git", branch: "main"

  depends_on "pkgconf" => :build
  depends_on xcode: :build
  depends_on "brotli"
  depends_on "cmark-gfm"
  depends_on "libgit2"
  depends_on "libmicrohttpd"
  depends_on "libpq"
  depends_on "libyaml"
  depends_on "oniguruma"
  depends_on "openssl@3"

  uses_from_macos "swift" => :build, since: :tahoe # Swift 6.3 and later
  uses_from_macos "curl"
  uses_from_macos "sqlite"
  uses_from_macos "zlib"

  def install
    ENV.prepend_path "PKG_CONFIG_PATH", Formula["libpq"].opt_lib/"pkgconfig"
    # SwiftPM's own sandbox can't be started in Homebrew's.
    system "swift", "build", "--configuration", "release", "--disable-sandbox", "--product", "martlet"
    bin.install ".build/release/martlet"
    system bin/"martlet", "manual", buildpath/"man"
    man.install Dir[buildpath/"man/man*"]
    generate_completions_from_executable(bin/"martlet", "completions")
  end

  test do
    (testpath/"package.json").write '{"name": "a", "dependencies": {}}'
    assert_match "0 dependencies", shell_output("#{bin}/martlet check")
    assert_match version.to_s, shell_output("#{bin}/martlet --version") unless build.head?
  end
end
