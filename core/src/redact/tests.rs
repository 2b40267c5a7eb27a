//! What is a secret, and all that is not.

use proptest::prelude::*;

use super::*;

/// Secrets are written between « and »; all else must stay.
#[track_caller]
fn check(marked: &str) {
    let text = marked.replace(['«', '»'], "");
    let mut expected = String::new();
    for (index, part) in marked.split(['«', '»']).enumerate() {
        expected.push_str(if index % 2 == 0 { part } else { REPLACEMENT });
    }
    assert_eq!(redact(&text), expected);
}

#[test]
fn the_command_after_a_secret_stays() {
    check("TOKEN=«abc123» rm -rf /");
    check("TOKEN=«abc123»; rm -rf /");
    check("export API_KEY='«a b c»' && rm -rf /");
    check("PASSWORD=\"«a \\\" b»\" rm -rf /");
    check("login --password «hunter2» && rm -rf /");
    check("login --token; rm -rf /");
    check("login --token\nrm -rf /");
    check("login --token | rm -rf /");
    check("echo \"token=\" rm -rf \"x\"");
    check("echo 'password: ' ; rm -rf /");
    check("curl -H 'Authorization: Bearer «abc.def»'; rm -rf /");
    check("bash -c \"PASSWORD=«x» rm -rf /\"");
    check("PASSWORD= rm -rf /");
    check("PASSWORD=$(rm -rf /) ls");
    check("PASSWORD=\"$(rm -rf /)\" ls");
    check("PASSWORD=\"«abc»$(rm -rf /)\" ls");
    check("PASSWORD=`rm -rf /` ls");
    check("--password-stdin rm -rf /");
    check("echo -----BEGIN PRIVATE KEY-----\nrm -rf /; ls");
}

#[test]
fn values_by_their_name() {
    check("GITHUB_TOKEN=«abc»");
    check("env A=1 DB_PASSWORD=«abc» B=2 run");
    check("docker run -e MY_SECRET=«abc» image");
    check("docker run -e \"MY_SECRET=«abc»\" image");
    check("AWS_SECRET_ACCESS_KEY=«abc/def+g»");
    check("PGPASSWORD=«abc» psql");
    check("MYSQL_PWD=«abc» mysql");
    check("tool --api-key=«abc» --verbose");
    check("tool --client-secret \"«a b»\" --verbose");
    check("curl 'https://x.y/z?a=1&access_token=«abc»&b=2'");
    check("curl -d '{\"user\": \"me\", \"password\": \"«a,b»\", \"n\": 1}'");
    check("curl -d \"{\\\"apiKey\\\": \\\"«abc»\\\", \\\"n\\\": 1}\"");
    check("printf 'user: me\npassword: «abc»\nhost: x\n'");
    check("x={token: «abc», n: 1}");
}

#[test]
fn headers() {
    check("curl -H 'Authorization: Bearer «abc»' https://x.y");
    check("curl -H \"authorization: basic «abc==»\" https://x.y");
    check("curl -H 'X-Api-Key: «abc»' https://x.y");
    check("curl -H \"Authorization: Bearer $TOKEN\" https://x.y");
}

#[test]
fn users_and_addresses() {
    check("curl -u me:«abc» https://x.y");
    check("curl --user 'me:«a b»' https://x.y");
    check("docker run -u 1000:1000 image");
    check("curl -u me https://x.y");
    check("git clone https://me:«abc»@x.y/z.git");
    check("git clone https://me:$TOKEN@x.y/z.git");
    check("git clone ssh://git@x.y:22/z.git");
    check("psql postgres://me:«p@ss»@db:5432/x?a=b@c");
    check("sshpass -p «abc» ssh x; mkdir -p a");
    check("mysql -uroot -p«abc» db");
    check("mysql -u root -p db");
    check(";   /usr/bin/mysql -p«abc» db | xmysql -pabc");
    check(&format!("mysql {} -p«abc» db", "-v ".repeat(200)));
}

#[test]
fn known_shapes() {
    check("echo «sk-abcdefghijklmnopqrst1234» | x");
    check("echo «ghp_abcdefghijklmnopqrst1234»");
    check("echo «github_pat_abcdefghijklmnopqrst_1234»");
    check("echo «glpat-abcdefghij1234567890»");
    check("echo «xoxb-1234567890-abc»");
    check("echo «AKIAIOSFODNN7EXAMPLE»");
    check("echo «AIzaSyA1234567890abcdefghijklmnopqrstuv»");
    check("echo «eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc_def-1»");
    check("pip install sk-learn-and-other-things-like-it");
    check(
        "cat > k <<E\n-----BEGIN RSA PRIVATE KEY-----«\nabc+/=\nabc\n»-----END RSA PRIVATE KEY-----\nE\nls",
    );
}

#[test]
fn ordinary_commands_stay() {
    for command in [
        "cargo test --workspace",
        "MAX_TOKENS=100 TOKENIZERS_PARALLELISM=false python x.py",
        "SSH_AUTH_SOCK=/tmp/x ssh host",
        "git commit --author=me -m 'fix the parser: tokens'",
        "cat password.txt | grep -u x",
        "PWD=/x OLDPWD=/y ls",
        "curl --no-auth x --auth-type y",
        "TOKEN=$TOKEN PASSWORD=${PASSWORD} run",
        "mkdir -p a/b && cp -pr a b",
        "a=b c:d e='f'",
        "",
    ] {
        check(command);
    }
}

proptest! {
    #[test]
    fn any_text_is_taken(text in "(.|PASSWORD=|--token |[:='\"\\\\]|://a:|@|\n|-p|mysql |äö){0,30}") {
        let redacted = redact(&text);
        // Nothing of the text is moved or made up.
        let mut rest = text.as_str();
        for part in redacted.split(REPLACEMENT) {
            let at = rest.find(part);
            prop_assert!(at.is_some());
            rest = &rest[at.unwrap_or_default() + part.len()..];
        }
    }
}
