//! Secrets out of text that is written down.
//!
//! Only the secret itself is replaced: the command around it, and what runs after it, stay. A
//! value that a shell would compute (`$TOKEN`, `$(...)`) is no secret but a part of the command.
//! This helps against writing secrets to disk by accident; it cannot know all of them.

mod shell;

use std::ops::Range;

use self::shell::{ends_value, is_blank, is_name, next, open_quotes, programs};

/// What stands in a secret's place.
const REPLACEMENT: &str = "[hidden]";

/// The text with `[hidden]` in place of the secrets in it.
///
/// It takes time in proportion to the text, whatever the text is: no scan looks twice at the same
/// stretch on behalf of two names.
pub fn redact(text: &str) -> String {
    let scan = Scan {
        text,
        quotes: open_quotes(text),
        value_ends: next(text, ends_value),
        programs: programs(text),
        item_ends: next(text, |byte| matches!(byte, b',' | b'}')),
    };
    let mut secrets = Vec::new();
    scan.fields(&mut secrets);
    scan.options(&mut secrets);
    scan.urls(&mut secrets);
    scan.tokens(&mut secrets);
    scan.private_keys(&mut secrets);
    secrets.retain(|secret| !secret.is_empty());
    secrets.sort_unstable_by_key(|secret| secret.start);

    let mut redacted = String::with_capacity(text.len());
    let mut written = 0;
    for secret in secrets {
        if secret.start >= written {
            redacted.push_str(&text[written..secret.start]);
            redacted.push_str(REPLACEMENT);
        }
        written = written.max(secret.end);
    }
    redacted.push_str(&text[written..]);
    redacted
}

/// Whether a name says that its value is a secret: `GITHUB_TOKEN`, `--api-key`, `dbPassword`.
fn is_secret_name(name: &str) -> bool {
    const ENDS: [&str; 8] = [
        "PASSWORD",
        "PASSWD",
        "PASSPHRASE",
        "SECRET",
        "TOKEN",
        "APIKEY",
        "ACCESSKEY",
        "PRIVATEKEY",
    ];
    // Names that lead to a secret, or describe one.
    const HARMLESS: [&str; 14] = [
        "COUNT", "DIR", "ENABLED", "FILE", "LENGTH", "LIMIT", "METHOD", "MODE", "NAME", "PATH",
        "SOCK", "STDIN", "TYPE", "URL",
    ];
    let upper = name.to_ascii_uppercase();
    let parts: Vec<&str> = upper.split(['_', '-']).filter(|part| !part.is_empty()).collect();
    let Some(last) = parts.last() else { return false };
    if HARMLESS.contains(last) || parts[0] == "NO" {
        return false;
    }
    let by_part = |part: &&str| {
        matches!(*part, "AUTH" | "AUTHORIZATION" | "CREDENTIAL" | "CREDENTIALS" | "PASS")
            || ENDS.iter().any(|end| part.ends_with(end))
    };
    let by_pair = |pair: &[&str]| {
        matches!(pair[0], "API" | "ACCESS" | "PRIVATE" | "SECRET") && pair[1] == "KEY"
    };
    parts.iter().any(by_part)
        || parts.windows(2).any(by_pair)
        || (parts.len() > 1 && *last == "PWD")
}

/// A text with what a shell's quotes say about it, and where values end in it.
struct Scan<'a> {
    text: &'a str,
    quotes: Vec<u8>,
    /// Where an unquoted value ends that has begun by then.
    value_ends: Vec<usize>,
    /// Where the first word of the command begins.
    programs: Vec<usize>,
    /// Where an item of a JSON or YAML list ends that has begun by then.
    item_ends: Vec<usize>,
}

impl Scan<'_> {
    fn byte(&self, at: usize) -> u8 {
        self.text.as_bytes().get(at).copied().unwrap_or(0)
    }

    /// The first place from `at` on whose byte does not fit.
    fn skip(&self, at: usize, fits: impl Fn(u8) -> bool) -> usize {
        let rest = self.text.as_bytes().get(at..).unwrap_or_default();
        at + rest.iter().position(|byte| !fits(*byte)).unwrap_or(rest.len())
    }

    /// Where an unquoted value ends that begins at `at`.
    fn value_end(&self, at: usize) -> usize {
        self.value_ends.get(at).copied().unwrap_or(self.text.len())
    }

    /// The literal value that begins at `at`, without its quotes and without what a shell would
    /// compute.
    fn value(&self, at: usize) -> Range<usize> {
        let quote_at = self.skip(at, |byte| byte == b'\\');
        let quote = self.byte(quote_at);
        let escaped = quote_at > at;
        let opens =
            matches!(quote, b'"' | b'\'') && (escaped || self.quotes.get(quote_at) != Some(&quote));
        let (start, end) = if opens {
            let start = quote_at + 1;
            let mut end = start;
            while end < self.text.len() && self.byte(end) != quote {
                let skipped = self.byte(end) == b'\\' && quote == b'"' && !escaped;
                end += if skipped { 2 } else { 1 };
            }
            if end >= self.text.len() {
                // Never closed: then it should not take the commands of other lines with it.
                end = self.value_end(start);
            } else if escaped && self.byte(end - 1) == b'\\' {
                // The backslash belongs to the closing quote.
                end -= 1;
            }
            (start, end.max(start))
        } else {
            (at, self.value_end(at))
        };
        let Some(value) = self.text.get(start..end) else { return at..at };
        if opens && quote == b'\'' {
            return start..end;
        }
        if value.starts_with('$') {
            return start..start;
        }
        // What opens a computation ends an unquoted value.
        if !opens {
            return start..end;
        }
        let computed = [value.find("$("), value.find('`')].into_iter().flatten().min();
        start..computed.map_or(end, |computed| start + computed)
    }

    /// Values by the name before them: `NAME=value`, `--name=value`, `?name=value`,
    /// `Authorization: Bearer value`, `"password": "value"`.
    fn fields(&self, secrets: &mut Vec<Range<usize>>) {
        const SCHEMES: [&str; 4] = ["basic", "bearer", "digest", "token"];
        for (sign, character) in self.text.match_indices([':', '=']) {
            let mut name_end = sign;
            if character == ":" {
                let before = &self.text[..sign];
                name_end = before.trim_end_matches(['"', '\'', '\\']).len();
            }
            let before = &self.text.as_bytes()[..name_end];
            let name_start = before.iter().rposition(|byte| !is_name(*byte)).map_or(0, |at| at + 1);
            if !is_secret_name(&self.text[name_start..name_end]) {
                continue;
            }
            let mut at = sign + 1;
            if character == ":" {
                at = self.skip(at, is_blank);
                let word = self.skip(at, |byte| byte.is_ascii_alphabetic());
                let is_scheme =
                    SCHEMES.iter().any(|scheme| self.text[at..word].eq_ignore_ascii_case(scheme));
                if is_scheme && is_blank(self.byte(word)) {
                    at = self.skip(word, is_blank);
                }
            }
            let mut value = self.value(at);
            // A `:` is at home in JSON and YAML.
            if character == ":" && value.start == at {
                let item_end = self.item_ends.get(at).copied().unwrap_or(value.end);
                value.end = value.end.min(item_end);
            }
            secrets.push(value);
        }
    }

    /// Values after an option: `--password value`, `-u name:value`, and the attached `-pvalue` of
    /// programs that have it.
    fn options(&self, secrets: &mut Vec<Range<usize>>) {
        const ATTACHED: [&str; 5] = ["sshpass", "mysql", "mysqldump", "mysqladmin", "mariadb"];
        for (dash, _) in self.text.match_indices('-') {
            if dash > 0 && !ends_value(self.byte(dash - 1)) {
                continue;
            }
            let option_end = self.skip(dash, is_name);
            let option = &self.text[dash..option_end];
            let value_at = self.skip(option_end, is_blank);
            let apart = value_at > option_end;
            if matches!(option, "-u" | "--user" | "--proxy-user") && apart {
                let value = self.value(value_at);
                let Some(colon) = self.text[value.clone()].find(':') else { continue };
                let secret = value.start + colon + 1..value.end;
                let text = &self.text[secret.clone()];
                // `-u 1000:1000` is a user and a group; `-u $NAME:$SECRET` has nothing to hide.
                let plain = text.bytes().all(|byte| byte.is_ascii_digit());
                if !plain && !text.starts_with('$') {
                    secrets.push(secret);
                }
            } else if option.starts_with("--") && is_secret_name(option) {
                if apart && self.byte(value_at) != b'-' {
                    secrets.push(self.value(value_at));
                }
            } else if option.starts_with("-p") {
                if option == "-p" && apart && self.runs(dash, &["sshpass"]) {
                    secrets.push(self.value(value_at));
                } else if self.runs(dash, &ATTACHED) {
                    secrets.push(self.value(dash + 2));
                }
            }
        }
    }

    /// Whether the command that stands at `at` is one of these programs'.
    fn runs(&self, at: usize, programs: &[&str]) -> bool {
        let start = self.programs.get(at).copied().unwrap_or(at);
        let path = self.text.get(start..self.value_end(start).min(at)).unwrap_or_default();
        let is = |program: &&str| {
            path.strip_suffix(program)
                .is_some_and(|folder| folder.is_empty() || folder.ends_with('/'))
        };
        programs.iter().any(is)
    }

    /// The password of `scheme://name:password@host`.
    fn urls(&self, secrets: &mut Vec<Range<usize>>) {
        for (scheme_end, separator) in self.text.match_indices("://") {
            let start = scheme_end + separator.len();
            let end = self.skip(start, |byte| !ends_value(byte) && !matches!(byte, b'/' | b'?'));
            let authority = &self.text[start..end];
            let Some(host) = authority.rfind('@') else { continue };
            let Some(colon) = authority[..host].find(':') else { continue };
            if !authority[colon + 1..].starts_with('$') {
                secrets.push(start + colon + 1..start + host);
            }
        }
    }

    /// Secrets that are known by their shape.
    fn tokens(&self, secrets: &mut Vec<Range<usize>>) {
        /// What they begin with, and how many characters follow at least.
        const SHAPES: [(&str, usize); 23] = [
            ("AIza", 30),
            ("AKIA", 16),
            ("ASIA", 16),
            ("eyJ", 20),
            ("ghp_", 20),
            ("gho_", 20),
            ("ghr_", 20),
            ("ghs_", 20),
            ("ghu_", 20),
            ("github_pat_", 20),
            ("glpat-", 16),
            ("hf_", 30),
            ("npm_", 30),
            ("pk_live_", 16),
            ("pypi-", 30),
            ("rk_live_", 16),
            ("sk-", 20),
            ("sk_live_", 16),
            ("xoxa-", 10),
            ("xoxb-", 10),
            ("xoxp-", 10),
            ("xoxr-", 10),
            ("xoxs-", 10),
        ];
        let mut at = 0;
        while at < self.text.len() {
            let end = self.skip(at, |byte| is_name(byte) || byte == b'.');
            if end == at {
                at += 1;
                continue;
            }
            let word = &self.text[at..end];
            let fits = |(start, rest): &(&str, usize)| {
                word.strip_prefix(start).is_some_and(|after| after.len() >= *rest)
            };
            // A name that only looks like one has no digit.
            let has_digit = word.bytes().any(|byte| byte.is_ascii_digit());
            if has_digit && SHAPES.iter().any(fits) {
                secrets.push(at..end);
            }
            at = end;
        }
    }

    /// What stands between the lines around a private key.
    fn private_keys(&self, secrets: &mut Vec<Range<usize>>) {
        const HEADER_END: &str = "PRIVATE KEY-----";
        let mut from = 0;
        while let Some(header) = self.text[from..].find(HEADER_END) {
            let start = from + header + HEADER_END.len();
            from = start;
            let in_key = |byte: u8| {
                byte.is_ascii_alphanumeric()
                    || byte.is_ascii_whitespace()
                    || matches!(byte, b'+' | b'/' | b'=' | b'\\' | b':' | b',')
            };
            let end = self.skip(start, in_key);
            // Without its end this is no key, and may be commands.
            if self.text[end..].starts_with("-----END") {
                secrets.push(start..end);
            }
        }
    }
}

#[cfg(test)]
mod tests;
