//! Tokens, and the session settings that say what their bytes mean.

use super::charset;
use super::multibyte::backslash_unsafe;
use super::strings::StringRules;

/// The session settings that decide how a statement's bytes are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Context<'c> {
    /// SQL mode ANSI_QUOTES: `"x"` is a name. Without it `"x"` is a string, and still taken as a name where only a name can stand.
    pub ansi_quotes: bool,
    /// SQL mode NO_BACKSLASH_ESCAPES: a backslash in a string stands for itself.
    pub no_backslash_escapes: bool,
    /// The character set of the statement's bytes (SET NAMES, or character_set_client, which mysqldump sets around each CREATE TABLE). `binary` is
    /// read as UTF-8.
    pub names: &'c str,
}

impl Default for Context<'_> {
    fn default() -> Self {
        Context { ansi_quotes: false, no_backslash_escapes: false, names: "utf8mb4" }
    }
}

impl Context<'_> {
    /// Text in the session's character set as a `String`; bytes that are no text there become U+FFFD.
    pub fn decode(&self, text: &[u8]) -> String {
        if text.is_ascii() {
            return String::from_utf8_lossy(text).into_owned();
        }
        match charset::find(self.names).and_then(|charset| charset.encoding()) {
            Some(encoding) => encoding.decode_without_bom_handling(text).0.into_owned(),
            None => String::from_utf8_lossy(text).into_owned(),
        }
    }

    /// The name that a token stands for, without quotes: a word, a quoted name, or a string in double quotes.
    pub fn name(&self, token: &Token<'_>) -> Option<String> {
        match token.kind {
            TokenKind::Word => Some(self.decode(token.text)),
            TokenKind::QuotedName => Some(self.decode(&self.unquote(token.text))),
            TokenKind::String if token.text.first() == Some(&b'"') => self.string(token).map(|text| self.decode(&text)),
            _ => None,
        }
    }

    /// The bytes of a string token, without quotes and with its escapes decoded, in the session's character set.
    pub fn string(&self, token: &Token<'_>) -> Option<Vec<u8>> {
        (token.kind == TokenKind::String).then(|| self.unquote(token.text))
    }

    fn unquote(&self, quoted: &[u8]) -> Vec<u8> {
        let mut content = Vec::with_capacity(quoted.len());
        self.rules().unquote(quoted, &mut content);
        content
    }

    /// How strings and quoted names are written.
    pub fn rules(&self) -> StringRules {
        StringRules {
            no_backslash_escapes: self.no_backslash_escapes,
            ansi_quotes: self.ansi_quotes,
            multibyte: backslash_unsafe(self.names),
        }
    }
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// A keyword or a name without quotes.
    Word,
    /// A name in backticks, or in double quotes in ANSI_QUOTES mode.
    QuotedName,
    /// A string in single or double quotes.
    String,
    /// A number without sign: `1`, `1.5`, `.5`, `1e-3`.
    Number,
    /// `0x..` or `X'..'`.
    Hex,
    /// `0b..` or `B'..'`.
    Bit,
    /// `@name`.
    UserVariable,
    /// `@@name`.
    SystemVariable,
    /// Any other single byte.
    Punct(u8),
    /// A string, name or comment that the text ends in.
    Unterminated,
}

/// One token; the text is as written, quotes included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    /// What it is.
    pub kind: TokenKind,
    /// The bytes of the token.
    pub text: &'a [u8],
    /// Byte offset of the token in the text given to the lexer.
    pub start: usize,
}

impl Token<'_> {
    /// Byte offset behind the token.
    pub fn end(&self) -> usize {
        self.start + self.text.len()
    }

    /// Whether it is this word without quotes, in any case.
    pub fn is_word(&self, word: &[u8]) -> bool {
        self.kind == TokenKind::Word && self.text.eq_ignore_ascii_case(word)
    }

    /// Whether it is one of these words without quotes, in any case.
    pub fn is_one_of(&self, words: &[&[u8]]) -> bool {
        words.iter().any(|word| self.is_word(word))
    }

    /// Whether it is this mark.
    pub fn is_punct(&self, mark: u8) -> bool {
        self.kind == TokenKind::Punct(mark)
    }

    /// Whether it can stand for a name where only a name can stand.
    pub fn is_name(&self) -> bool {
        match self.kind {
            TokenKind::Word | TokenKind::QuotedName => true,
            TokenKind::String => self.text.first() == Some(&b'"'),
            _ => false,
        }
    }
}
