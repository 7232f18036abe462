/// The data of `BuiltInExtensions`.
///
/// A line has a selector and what is added: `+name range` for a dependency, `^name range` for a peer,
/// `?name` for an optional peer. Lines that are indented continue the one before.
///
/// Source: the package @yarnpkg/extensions 2.0.7 (BSD-2-Clause, Yarn Contributors), which pnpm bundles.
enum BuiltInTable {
  static let text = """
    @ant-design/react-slick@<=0.28.3 ; ^react >=16.0.0
    @apollographql/apollo-tools@<=0.5.2 ; ^graphql ^14.2.1 || ^15.0.0
    @asyncapi/react-component@<=1.0.0-next.39 ; ^react >=16.8.0 ; ^react-dom >=16.8.0
    @babel/parser@* ; +@babel/types ^7.8.3
    @cypress/snapshot@* ; +debug ^3.2.7
    @docusaurus/responsive-loader@<1.5.0 ; ?sharp ; ?jimp
    @fastify/type-provider-typebox@^4.0.0 ; ^fastify ^4.0.0
    @fastify/type-provider-typebox@^5.0.0 ; ^fastify ^5.0.0
    @fullhuman/postcss-purgecss@3.1.3 || 3.1.3-alpha.0 ; ^postcss ^8.0.0
    @google-cloud/firestore@<=4.9.3 ; +protobufjs ^6.8.6
    @npmcli/metavuln-calculator@<2.0.0 ; +json-parse-even-better-errors ^2.3.1
    @parcel/node-resolver-core@>=2 ; ^@parcel/core *
    @parcel/resolver-default@>=2 ; ^@parcel/core *
    @parcel/transformer-image@<2.5.0 ; ^@parcel/core *
    @parcel/transformer-js@<2.5.0 ; ^@parcel/core *
    @playwright/test@<=1.14.1 ; +jest-matcher-utils ^26.4.2
    @pm2/agent@<1.0.4 ; +debug *
    @rebass/forms@* ; +@styled-system/should-forward-prop ^5.0.0 ; ^react ^16.8.6
    @samverschueren/stream-to-observable@<0.3.1 ; ?rxjs ; ?zenObservable
    @tailwindcss/aspect-ratio@<0.2.1 ; ^tailwindcss ^2.0.2
    @tailwindcss/line-clamp@<0.2.1 ; ^tailwindcss ^2.0.2
    @volar/language-server@* ; ^typescript * ; ?typescript
    @volar/language-service@* ; ^typescript * ; ?typescript
    @volar/typescript@* ; ^typescript * ; ?typescript
    @vue/cli-plugin-typescript@<=5.0.0-alpha.0 ; +babel-loader ^8.1.0
    @vue/cli-plugin-typescript@<=5.0.0-beta.0 ; +@babel/core ^7.12.16 ;
      ^vue-template-compiler ^2.0.0 ; ?vue-template-compiler
    @vue/eslint-config-typescript@<11.0.0 ; ?typescript
    @vuetify/cli-plugin-utils@<=0.0.4 ; +semver ^6.3.0 ; ?sass-loader
    @webpack-cli/package-utils@<=1.0.1-alpha.4 ; +cross-spawn ^7.0.3
    any-observable@<0.5.1 ; ?rxjs ; ?zenObservable
    apollo-upload-client@<14 ; ^graphql 14 - 15
    auto-relay@<=0.14.0 ; ^reflect-metadata ^0.1.13
    babel-plugin-graphql-tag@<=3.1.0 ; ^graphql ^14.0.0 || ^15.0.0
    babel-plugin-remove-graphql-queries@<3.14.0-next.1 ; +@babel/runtime ^7.14.8
    babel-plugin-remove-graphql-queries@<=3.14.0-next.1 ; +gatsby-core-utils ^2.8.0-next.1
    babel-plugin-remove-graphql-queries@<=4.20.0-next.0 ; +@babel/types ^7.15.4
    babel-plugin-transform-typescript-metadata@<=0.3.2 ; ^@babel/core ^7 ; ^@babel/traverse ^7 ;
      ?@babel/traverse
    babel-preset-gatsby-package@<1.14.0-next.1 ; +@babel/runtime ^7.14.8
    babel-preset-react-app@10.0.x <10.0.2 ;
      +@babel/plugin-proposal-private-property-in-object ^7.16.7
    bin-links@<2.3.0 ; +mkdirp-infer-owner ^1.0.2
    cacheable-lookup@<4.1.2 ; +@types/keyv ^3.1.1
    clipanion-v3-codemod@<=0.2.0 ; ^jscodeshift ^0.11.0
    connect-mongo@<5.0.0 ; ^express-session ^1.17.1
    consolidate@<0.16.0 ; ^mustache ^3.0.0 ; ?mustache
    consolidate@<=0.16.0 ; ^velocityjs ^2.0.1 ; ^tinyliquid ^0.2.34 ; ^liquid-node ^3.0.1 ;
      ^jade ^1.11.0 ; ^then-jade * ; ^dust ^0.3.0 ; ^dustjs-helpers ^1.7.4 ;
      ^dustjs-linkedin ^2.7.5 ; ^swig ^1.4.2 ; ^swig-templates ^2.0.3 ; ^razor-tmpl ^1.3.1 ;
      ^atpl >=0.7.6 ; ^liquor ^0.0.5 ; ^twig ^1.15.2 ; ^ejs ^3.1.5 ; ^eco ^1.1.0-rc-3 ;
      ^jazz ^0.0.18 ; ^jqtpl ~1.1.0 ; ^hamljs ^0.6.2 ; ^hamlet ^0.3.3 ; ^whiskers ^0.4.0 ;
      ^haml-coffee ^1.14.1 ; ^hogan.js ^3.0.2 ; ^templayed >=0.2.3 ; ^handlebars ^4.7.6 ;
      ^underscore ^1.11.0 ; ^lodash ^4.17.20 ; ^pug ^3.0.0 ; ^then-pug * ; ^qejs ^3.0.5 ;
      ^walrus ^0.10.1 ; ^mustache ^4.0.1 ; ^just ^0.1.8 ; ^ect ^0.5.9 ; ^mote ^0.2.0 ;
      ^toffee ^0.3.6 ; ^dot ^1.1.3 ; ^bracket-template ^1.1.5 ; ^ractive ^1.3.12 ;
      ^nunjucks ^3.2.2 ; ^htmling ^0.0.8 ; ^babel-core ^6.26.3 ; ^plates ~0.4.11 ;
      ^react-dom ^16.13.1 ; ^react ^16.13.1 ; ^arc-templates ^0.5.3 ; ^vash ^0.13.0 ;
      ^slm ^2.0.0 ; ^marko ^3.14.4 ; ^teacup ^2.0.0 ; ^coffee-script ^1.12.7 ;
      ^squirrelly ^5.1.0 ; ^twing ^5.0.2 ; ?velocityjs ; ?tinyliquid ; ?liquid-node ; ?jade ;
      ?then-jade ; ?dust ; ?dustjs-helpers ; ?dustjs-linkedin ; ?swig ; ?swig-templates ;
      ?razor-tmpl ; ?atpl ; ?liquor ; ?twig ; ?ejs ; ?eco ; ?jazz ; ?jqtpl ; ?hamljs ; ?hamlet ;
      ?whiskers ; ?haml-coffee ; ?hogan.js ; ?templayed ; ?handlebars ; ?underscore ; ?lodash ;
      ?pug ; ?then-pug ; ?qejs ; ?walrus ; ?mustache ; ?just ; ?ect ; ?mote ; ?toffee ; ?dot ;
      ?bracket-template ; ?ractive ; ?nunjucks ; ?htmling ; ?babel-core ; ?plates ; ?react-dom ;
      ?react ; ?arc-templates ; ?vash ; ?slm ; ?marko ; ?teacup ; ?coffee-script ; ?squirrelly ;
      ?twing
    cordova-ios@<=6.3.0 ; +underscore ^1.9.2
    cordova-lib@<=10.0.1 ; +underscore ^1.9.2
    create-gatsby@<1.14.0-next.1 ; +@babel/runtime ^7.14.8
    critters-webpack-plugin@<3.0.2 ; ?html-webpack-plugin
    debug@<4.2.0 ; ?supports-color
    elm-webpack-loader@* ; +temp ^0.9.4
    eslint-config-react-app@* ; ?typescript
    eslint-import-resolver-vite@<2.0.1 ; +debug ^4.3.4 ; +resolve ^1.22.8
    eslint-module-utils@* ; ?eslint-import-resolver-node ; ?eslint-import-resolver-typescript ;
      ?eslint-import-resolver-webpack ; ?@typescript-eslint/parser
    eslint-plugin-import@* ; ?@typescript-eslint/parser
    fdir@<=5.2.0 ; ^picomatch 2.x ; ?picomatch
    focus-trap-react@^8.0.0 ; +tabbable ^5.3.2
    fork-ts-checker-webpack-plugin@<=6.3.4 ; ^eslint >= 6 ; ^typescript >= 2.7 ; ^webpack >= 4 ;
      ^vue-template-compiler * ; ?eslint ; ?vue-template-compiler
    gatsby-admin@<0.24.0-next.1 ; +@babel/runtime ^7.14.8
    gatsby-cli@<3.14.0-next.1 ; +@babel/runtime ^7.14.8
    gatsby-core-utils@<2.14.0-next.1 ; +@babel/runtime ^7.14.8 ; +got 8.3.2
    gatsby-design-tokens@<3.14.0-next.1 ; +@babel/runtime ^7.14.8
    gatsby-legacy-polyfills@<1.14.0-next.1 ; +@babel/runtime ^7.14.8
    gatsby-plugin-benchmark-reporting@<1.14.0-next.1 ; +@babel/runtime ^7.14.8
    gatsby-plugin-favicon@* ; ^webpack *
    gatsby-plugin-gatsby-cloud@<=3.1.0-next.0 ; +gatsby-core-utils ^2.13.0-next.0
    gatsby-plugin-gatsby-cloud@<=3.2.0-next.1 ; ^webpack *
    gatsby-plugin-graphql-config@<0.23.0-next.1 ; +@babel/runtime ^7.14.8
    gatsby-plugin-i18n@* ; +ramda ^0.24.1
    gatsby-plugin-image@<1.14.0-next.1 ; +@babel/runtime ^7.14.8
    gatsby-plugin-mdx@<2.14.0-next.1 ; +@babel/runtime ^7.14.8
    gatsby-plugin-mdx@<3.1.0-next.1 ; +mkdirp ^1.0.4
    gatsby-plugin-mdx@^2 ; ^gatsby ^3.0.0-next
    gatsby-plugin-netlify-cms@<5.14.0-next.1 ; +@babel/runtime ^7.14.8
    gatsby-plugin-netlify@3.13.0-next.1 ; +gatsby-core-utils ^2.13.0-next.0
    gatsby-plugin-no-sourcemaps@<3.14.0-next.1 ; +@babel/runtime ^7.14.8
    gatsby-plugin-page-creator@<3.14.0-next.1 ; +@babel/runtime ^7.14.8
    gatsby-plugin-page-creator@<=4.20.0-next.1 ; +fs-extra ^10.1.0
    gatsby-plugin-preact@<5.14.0-next.1 ; +@babel/runtime ^7.14.8
    gatsby-plugin-preload-fonts@<2.14.0-next.1 ; +@babel/runtime ^7.14.8
    gatsby-plugin-schema-snapshot@<2.14.0-next.1 ; +@babel/runtime ^7.14.8
    gatsby-plugin-sharp@<=4.6.0-next.3 ; +debug ^4.3.1
    gatsby-plugin-styletron@<6.14.0-next.1 ; +@babel/runtime ^7.14.8
    gatsby-plugin-subfont@<3.14.0-next.1 ; +@babel/runtime ^7.14.8
    gatsby-plugin-utils@<1.14.0-next.1 ; +@babel/runtime ^7.14.8
    gatsby-plugin-utils@<=3.14.0-next.1 ; +fastq ^1.13.0 ; ^graphql ^15.0.0
    gatsby-react-router-scroll@<=5.6.0-next.0 ; +prop-types ^15.7.2
    gatsby-recipes@<0.25.0-next.1 ; +@babel/runtime ^7.14.8
    gatsby-remark-prismjs@<3.3.28 ; +lodash ^4
    gatsby-source-apiserver@* ; +babel-polyfill ^6.26.0
    gatsby-source-shopify@<5.6.0-next.1 ; +@babel/runtime ^7.14.8
    gatsby-source-wikipedia@<3.14.0-next.1 ; +@babel/runtime ^7.14.8
    gatsby-transformer-screenshot@<3.14.0-next.1 ; +@babel/runtime ^7.14.8
    gatsby-worker@<0.5.0-next.1 ; +@babel/runtime ^7.14.8
    git-node-fs@* ; ^js-git ^0.7.8 ; ?js-git
    got@<11 ; +@types/responselike ^1.0.0 ; +@types/keyv ^3.1.1
    graphql-compose@>=9.0.10 ; ^graphql ^14.2.0 || ^15.0.0 || ^16.0.0
    http-link-dataloader@* ; ^graphql ^0.13.1 || ^14.0.0
    ink-select-input@<4.1.0 ; ^react ^16.8.2
    jest-vue-preprocessor@* ; +@babel/core 7.8.7 ; +@babel/template 7.8.6 ; ^pug ^2.0.4 ; ?pug
    jss-plugin-rule-value-function@<=10.1.1 ; +tiny-warning ^1.0.2
    license-webpack-plugin@<2.3.18 ; ?webpack
    material-table@^2.0.0 ; +@babel/runtime ^7.11.2
    mqtt@<4.2.7 ; +duplexify ^4.1.1
    notistack@^3.0.0 ; +csstype ^3.0.10
    parcel@* ; ?@parcel/core
    postcss-syntax@* ; ?postcss-html ; ?postcss-jsx ; ?postcss-less ; ?postcss-markdown ;
      ?postcss-scss
    promise-inflight@* ; ?bluebird
    query-ast@<1.0.5 ; +lodash ^4.17.21
    rc-animate@<=3.1.1 ; ^react >=16.9.0 ; ^react-dom >=16.9.0
    react-bootstrap-table2-paginator@* ; +classnames ^2.2.6
    react-color@<=2.19.0 ; ^react *
    react-dev-utils@* ; ^typescript >=2.7 ; ^webpack >=4 ; ?typescript
    react-draggable@<=4.4.3 ; ^react >= 16.3.0 ; ^react-dom >= 16.3.0
    react-github-btn@<=1.3.0 ; ^react >=16.3.0
    react-instantsearch-core@<=6.7.0 ; ^algoliasearch >= 3.1 < 5
    react-instantsearch-dom@<=6.7.0 ; +react-fast-compare ^3.0.0
    react-live@* ; ^react-dom * ; ^react *
    react-portal@<4.2.2 ; ^react-dom ^15.0.0-0 || ^16.0.0-0 || ^17.0.0-0
    react-rnd@<10.3.7 ; ^react >=16.3.0 ; ^react-dom >=16.3.0
    react-scripts@<=4.0.1 ; ^react *
    react-scripts@* ; ^eslint *
    reactcss@* ; ^react *
    rebass@* ; ^react ^16.8.6
    redux-persist@* ; ^react >=16 ; ?react
    redux-thunk@<=2.3.0 ; ^redux ^4.0.0
    rollup-plugin-polyfill-node@<=0.8.0 ; ^rollup ^1.20.0 || ^2.0.0
    scss-parser@<=1.0.5 ; +lodash ^4.17.21
    skypack@<=0.3.2 ; +tar ^6.1.0
    snowpack@>=3.3.0 ; +node-gyp ^7.1.0
    snowpack@<3.8.6 ; +magic-string ^0.25.7
    sodium@>=3 ; +node-gyp ^3.8.0
    terser@<=5.10.0 ; +acorn ^8.5.0
    testcafe-legacy-api@<=4.2.0 ; +testcafe-hammerhead ^17.0.1 ; +read-file-relative ^1.2.0
    testcafe@<=1.10.1 ; +@babel/plugin-transform-for-of ^7.12.1 ; +@babel/runtime ^7.12.5
    typescript-language-server@* ; +vscode-jsonrpc ^5.0.1 ;
      +vscode-languageserver-protocol ^3.15.0
    unified@<10 ; +@types/unist ^2.0.0
    unplugin-vue2-script-setup@<0.9.1 ; ^@vue/composition-api ^1.4.3 ; ^@vue/runtime-dom ^3.2.26
    useragent@^2.0.0 ; +request ^2.88.0 ; +yamlparser 0.0.x ; +semver 5.5.x
    vite-plugin-vue-devtools@>=7.4.3 ; ^vue *
    vite-plugin-vuetify@<=1.0.2 ; ^vue ^3.0.0
    volar-service-typescript-twoslash-queries@* ; ^typescript * ; ?typescript
    volar-service-typescript@* ; ^typescript * ; ?typescript
    vue-cli-plugin-vuetify@<=2.0.3 ; +semver ^6.3.0 ; ?sass-loader ; ?vuetify-loader
    vue-cli-plugin-vuetify@<=2.0.4 ; +null-loader ^3.0.0
    vue-cli-plugin-vuetify@>=2.4.3 ; ^vue *
    vue-i18n@<9 ; ^vue ^2
    vue-loader@<=16.3.3 ; ^@vue/compiler-sfc ^3.0.8 ; ^webpack ^4.1.0 || ^5.0.0-0 ;
      ?@vue/compiler-sfc
    vue-loader@^16.7.0 ; ^@vue/compiler-sfc ^3.0.8 ; ^vue ^3.2.13 ; ?@vue/compiler-sfc ; ?vue
    vue-router@<4 ; ^vue ^2
    vue-template-babel-compiler@<1.2.0 ; ^vue-template-compiler ^2.6.0
    webpack-dev-server@<3.10.2 ; ?webpack-cli
    webpack-plugin-vuetify@<=2.0.1 ; ^vue ^3.2.6
    webpack@<4.44.1 ; ?webpack-cli ; ?webpack-command
    webpack@<5.0.0-beta.23 ; ?webpack-cli
    winston-transport@<=4.4.0 ; +logform ^2.2.0
    ws@<7.2.1 ; ^bufferutil ^4.0.1 ; ^utf-8-validate ^5.0.2 ; ?bufferutil ; ?utf-8-validate
    xo@* ; ^webpack >=1.11.0 ; ?webpack
    """
}
