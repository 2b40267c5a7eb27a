//! Whether a command runs what the project itself says: its build script, its tests, a program of
//! its own. A rule for such a command covers whatever that is by then, and the button says so.
//!
//! It is a guess from the command's words alone. Where they do not say what runs, the command counts
//! as one that does; a program of an unknown name counts as the system's own. Nothing depends on it
//! but what a person is told.

/// Programs that run what the project says, whatever follows.
const RUNNERS: &str = "\
    act air ansible ansible-playbook ant bazel bazelisk behave bmake brew buck buck2 \
    buildah bundle bunx cabal cargo ceedling cmake composer conan conda corepack crystal ctest \
    cypress dart deno devbox direnv doas docker docker-compose dotnet dune earthly elixir entr \
    eslint flutter gem gmake go gradle gradlew grunt gulp hatch helm invoke jake java jest \
    just lein lerna lint-staged make meson mill mise mix mocha moon mvn mvnw mypy nim nimble \
    ninja nix nix-build nix-shell nodemon nox npm npx nx parcel paver phpunit pip pip3 pipenv \
    pipx playwright pm2 pnpm pnpx podman poetry pre-commit prettier pulumi py.test pylint \
    pytest rake rollup rspec rubocop ruff rush rustc sbt scons skaffold snakemake stack \
    stylelint swift task terraform tofu tox trunk ts-node tsc tsx turbo unittest uv uvx \
    vagrant vite vitest watchexec webpack xcodebuild yarn zig";

/// Programs that run the text of a file, or of an argument. Shells among them: their scripts are not
/// read here.
const INTERPRETERS: &str = "\
    . Rscript ash awk bash bun busybox coproc dash eval expect fish gawk gdb groovy guile \
    ipython irb jshell julia kotlin ksh lldb lua luajit mawk node nodejs nu osascript perl php \
    powershell pwsh pypy pypy3 python r racket ruby scala sh source tclsh trap vim zsh";

/// Programs that run another one, which stands among their words.
const WRAPPERS: &str = "\
    builtin chronic chroot chrt command cpulimit env exec find flock gtimeout ionice nice \
    nohup numactl parallel prlimit rlwrap runuser script setarch setpriv setsid ssh stdbuf \
    strace su sudo systemd-run taskset time timeout unbuffer unshare valgrind watch xargs \
    xvfb-run";

/// What Git does without a hook of the repository.
const GIT_WITHOUT_HOOKS: &str = "\
    blame branch cat-file config describe diff fetch grep help log ls-files ls-remote \
    ls-tree reflog remote rev-list rev-parse shortlog show show-ref status tag version \
    --version";

/// Words of the shell's own before a command.
const KEYWORDS: &[&str] = &[
    "!", "[[", "case", "do", "elif", "else", "for", "if", "select", "then", "until", "while", "{",
];

/// Whether a command runs code of the project that lies in one of these folders.
pub(super) fn runs(command: &str, folders: &[&str]) -> bool {
    // A command in a command, a text for a shell to compute: nobody can say what runs.
    if ["`", "$(", "<("].iter().any(|begins| command.contains(begins)) {
        return true;
    }
    let separators = ['\n', ';', '|', '&', '(', ')'];
    command.split(separators).any(|one| runs_one(one, folders))
}

fn runs_one(command: &str, folders: &[&str]) -> bool {
    let words = command.split_whitespace().map(plain).filter(|word| !word.is_empty());
    let words: Vec<String> = words.collect();
    let is_before = |word: &String| KEYWORDS.contains(&word.as_str()) || assigned(word).is_some();
    let Some(at) = words.iter().position(|word| !is_before(word)) else { return false };
    let (program, rest) = (&words[at], &words[at + 1..]);
    // It may say where programs, or parts of them, are looked for.
    let leads_inside = |word: &String| {
        assigned(word).is_some_and(|(name, value)| name == "PATH" || is_inside(value, folders))
    };
    // A file for what comes in or out may stand before the program.
    let is_file = program.contains(['<', '>']);
    words[..at].iter().any(leads_inside) || is_file || is_code(program, folders) || {
        match name(program) {
            "git" => runs_hooks(rest),
            "find"
                if !rest
                    .iter()
                    .any(|word| word.starts_with("-exec") || word.starts_with("-ok")) =>
            {
                false
            }
            wrapper if holds(WRAPPERS, wrapper) => {
                // Any of the words may be the program that it runs.
                rest.iter().any(|word| is_code(word, folders) || name(word) == "git")
            }
            _ => false,
        }
    }
}

/// Whether a program is the project's own, or runs what the project says.
fn is_code(program: &str, folders: &[&str]) -> bool {
    let name = name(program);
    let versioned = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.' || c == '-');
    let known = |names| holds(names, name) || holds(names, versioned);
    known(RUNNERS) || known(INTERPRETERS) || is_inside(program, folders)
}

/// Whether a program is named by a path that leads into the project, or may.
fn is_inside(program: &str, folders: &[&str]) -> bool {
    if program.contains(['$', '~', '*', '?', '[', '\\', '{']) || program.contains("..") {
        return true;
    }
    if !program.starts_with('/') {
        return program.contains('/');
    }
    folders.iter().any(|folder| {
        let rest = program.strip_prefix(folder.trim_end_matches('/'));
        rest.is_some_and(|rest| rest.starts_with('/'))
    })
}

fn runs_hooks(words: &[String]) -> bool {
    // What stands before the subcommand may change what any of them does.
    let Some(first) = words.first() else { return false };
    !holds(GIT_WITHOUT_HOOKS, first)
        || words.iter().any(|word| word.starts_with("--ext-diff") || word.starts_with("--textconv"))
}

/// Whether a word is one of these.
fn holds(words: &str, word: &str) -> bool {
    words.split_whitespace().any(|known| known == word)
}

fn name(program: &str) -> &str {
    program.rsplit('/').next().unwrap_or(program)
}

/// The variable that a word sets for the command after it, and its value.
fn assigned(word: &str) -> Option<(&str, &str)> {
    let (name, value) = word.split_once('=')?;
    let name = name.strip_suffix('+').unwrap_or(name);
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    (!name.is_empty() && name.bytes().all(is_name)).then_some((name, value))
}

/// A word without its quotes. The shell takes them away before it looks for the program.
fn plain(word: &str) -> String {
    word.replace(['"', '\'', '\\'], "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(expected: bool, commands: &[&str]) {
        for command in commands {
            assert_eq!(runs(command, &["/w/app", "/w/app/core"]), expected, "{command}");
        }
    }

    #[test]
    fn what_runs_the_project_s_own_code() {
        check(
            true,
            &[
                "cargo test",
                "cargo +nightly build --release",
                "npm test",
                "npm run build",
                "npx jest",
                "yarn",
                "pnpm install",
                "make",
                "make -C /elsewhere all",
                "just lint",
                "pytest",
                "pytest -k x",
                "py.test",
                "python -m pytest",
                "python3.12 setup.py build",
                "python script.py",
                "go test ./...",
                "go run .",
                "gradle build",
                "./gradlew build",
                "mvn -q verify",
                "./mvnw verify",
                "./script",
                "./scripts/run.sh --fast",
                "scripts/run.sh",
                "../tool",
                "bash x.sh",
                "sh -c 'ls'",
                "zsh x.zsh",
                ". ./env.sh",
                "source env.sh",
                "eval ls",
                "node server.js",
                "deno task dev",
                "bun test",
                "ruby x.rb",
                "perl x.pl",
                "php artisan migrate",
                "docker compose up",
                "docker build .",
                "/w/app/bin/tool",
                "/w/app/core/tool",
                "/usr/bin/make",
                "/usr/bin/python3 x.py",
                "~/bin/tool",
                "terraform plan",
            ],
        );
    }

    #[test]
    fn what_does_not() {
        check(
            false,
            &[
                "git status",
                "git log --oneline -5",
                "git diff",
                "ls -la",
                "cat Makefile",
                "cat ./scripts/run.sh",
                "rm -rf target",
                "grep -rn make .",
                "echo cargo test",
                "cd core && ls",
                "/usr/bin/ls",
                "/w/application/tool",
                "curl https://example.com/a",
                "rg --files | sort",
                "find . -name '*.rs'",
                "FOO=1 ls",
                "time ls",
                "sudo ls",
                "wc -l < x",
                "unknown-program x",
                "",
            ],
        );
    }

    #[test]
    fn before_and_between_and_within() {
        check(
            true,
            &[
                "CI=1 cargo test",
                "A=1 B=2 ./x",
                "env CI=1 make",
                "sudo -u me make",
                "time cargo build",
                "timeout 5 npm test",
                "nohup ./x",
                "nice -n 5 make",
                "xargs -0 sh x.sh",
                "find . -name x -exec ./y {} +",
                "ls; make",
                "ls;make",
                "ls && cargo test",
                "ls&&cargo test",
                "false || npm test",
                "cat x | sh",
                "cat x|python",
                "ls & make",
                "(cd x; make)",
                "(make)",
                "{ make; }",
                "if true; then make; fi",
                "for x in a b; do make; done",
                "! make",
                "echo $(make)",
                "echo `make`",
                "diff <(make) x",
                "$TOOL x",
                "\"make\" all",
                "'./x'",
                "ma\\ke",
                "ma''ke",
                "b*/x",
                "git commit -m x",
                "git push",
                "git -c core.fsmonitor=./x status",
                "git checkout main",
                "LD_PRELOAD=./x.so ls",
                "PATH=bin:/usr/bin ls",
                "PATH=.:$PATH ls",
                ">log make",
                "2>log make",
                "exec ./x",
                "command make",
            ],
        );
    }
}
