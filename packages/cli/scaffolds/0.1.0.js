// What kb 0.1.0 scaffolds. Written by "npm run freeze-scaffold"; never edit it.
import { posix } from "node:path";
// \0rolldown/runtime.js
var __esmMin = (fn, res, err) => () => {
	if (err) throw err[0];
	try {
		return fn && (res = fn(fn = 0)), res;
	} catch (e) {
		throw err = [e], e;
	}
};
// ../apimachinery/src/yaml/plain-text.ts
function needsQuotes(text) {
	if (text === "") return true;
	const first = text.charAt(0);
	if ("yYnNtTfFoO~".includes(first)) return words.has(text);
	if (first === ".") return words.has(text) || /^\.[0-9]+([eE][-+]?[0-9]+)?$/.test(text) && Number.isFinite(Number(text));
	if (!/[-+0-9]/.test(first)) return false;
	return words.has(text) || BASE60.test(text) || isTimestamp(text) || isNumber(text.replaceAll("_", ""));
}
function isNumber(text) {
	return isInteger(text) || STYLED_FLOAT.test(text) && Number.isFinite(Number(text));
}
function isInteger(text) {
	const match = /^([-+]?)(0[xX][0-9a-fA-F]+|0[oO][0-7]+|0[bB][01]+|0[0-7]+|0|[1-9][0-9]*)$/.exec(text);
	const digits = match?.[2];
	if (match === null || digits === void 0) return false;
	const value = BigInt(/^0[0-7]+$/.test(digits) ? `0o${digits.slice(1)}` : digits);
	if (match[1] === "") return value < 2n ** 64n;
	return match[1] === "-" ? value <= 2n ** 63n : value < 2n ** 63n;
}
function isTimestamp(text) {
	return timestamps.some((pattern) => {
		const match = pattern.exec(text);
		if (match === null) return false;
		const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1).map(Number);
		return month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month) && hours < 24 && minutes < 60 && seconds < 60;
	});
}
function daysOf(year, month) {
	if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
	return [
		4,
		6,
		9,
		11
	].includes(month) ? 30 : 31;
}
function capitalised(word) {
	return word.replace(/[a-z]/, (first) => first.toUpperCase());
}
var words, STYLED_FLOAT, BASE60, ZONE, TIME, timestamps;
var init_plain_text = __esmMin((() => {
	words = new Set([
		"y",
		"yes",
		"true",
		"on",
		"n",
		"no",
		"false",
		"off",
		"null",
		".nan",
		".inf",
		"+.inf",
		"-.inf"
	].flatMap((word) => [
		word,
		word.toUpperCase(),
		capitalised(word)
	]));
	words.add("").add("~").add(".NaN");
	words.delete(".Nan");
	STYLED_FLOAT = /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/;
	BASE60 = /^[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?$/;
	ZONE = "(?:Z|[+-][0-9]{2}:[0-9]{2})";
	TIME = "([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2})(?:[.,][0-9]+)?";
	timestamps = [
		new RegExp(`^([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})[Tt]${TIME}${ZONE}$`),
		new RegExp(`^([0-9]{4})-([0-9]{1,2})-([0-9]{1,2}) +${TIME}$`),
		/^([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})$/
	];
}));
// ../apimachinery/src/yaml/format-number.ts
function formatNumber(value) {
	if (typeof value === "bigint") return value.toString();
	if (!Number.isFinite(value)) throw new RangeError(`${value} is not a JSON number`);
	if (Number.isInteger(value) && value > -(2 ** 63) && value < 2 ** 64) return value === 0 ? "0" : String(value);
	const match = /^(-?)(\d)(?:\.(\d+))?e([-+]\d+)$/.exec(value.toExponential());
	if (match === null) throw new Error(`unexpected form of a number: ${value.toExponential()}`);
	const [, sign = "", first = "", rest = "", power = ""] = match;
	const exponent = Number(power);
	if (exponent < -4 || exponent >= 6) return `${sign}${rest === "" ? first : `${first}.${rest}`}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
	if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${first}${rest}`;
	const digits = `${first}${rest}`;
	return `${sign}${digits.slice(0, exponent + 1)}.${digits.slice(exponent + 1)}`;
}
var init_format_number = __esmMin((() => {}));
// ../apimachinery/src/yaml/code-points.ts
function codePointsOf(text) {
	return Array.from(text);
}
var init_code_points = __esmMin((() => {}));
// ../apimachinery/src/yaml/natural-order.ts
function compareNaturally(a, b) {
	return ASCII_LETTERS.test(a) && ASCII_LETTERS.test(b) ? a < b ? -1 : a > b ? 1 : 0 : compareMixed(a, b);
}
function compareMixed(a, b) {
	const left = codePointsOf(a);
	const right = codePointsOf(b);
	const shared = Math.min(left.length, right.length);
	for (let index = 0; index < shared; index++) {
		const x = left[index] ?? "";
		const y = right[index] ?? "";
		if (x === y) continue;
		const xIsLetter = LETTER.test(x);
		const yIsLetter = LETTER.test(y);
		if (xIsLetter && yIsLetter) return codePoint(x) - codePoint(y);
		if (xIsLetter || yIsLetter) return yIsLetter ? -1 : 1;
		return compareDigits(left, right, index) || codePoint(x) - codePoint(y);
	}
	return left.length - right.length;
}
function compareDigits(left, right, index) {
	const start = (left[index] === "0" || right[index] === "0") && followsNumber(left, index) ? 1n : 0n;
	const x = digitRun(left, index, start);
	const y = digitRun(right, index, start);
	if (x.value !== y.value) return x.value < y.value ? -1 : 1;
	return x.end - y.end;
}
function followsNumber(characters, index) {
	for (let before = index - 1; before >= 0 && DIGIT.test(characters[before] ?? ""); before--) if (characters[before] !== "0") return true;
	return false;
}
function digitRun(characters, index, start) {
	let value = start;
	let end = index;
	for (; end < characters.length && DIGIT.test(characters[end] ?? ""); end++) value = BigInt.asIntN(64, value * 10n + BigInt(codePoint(characters[end] ?? "0") - 48));
	return {
		value,
		end
	};
}
function codePoint(character) {
	return character.codePointAt(0) ?? 0;
}
var LETTER, DIGIT, ASCII_LETTERS;
var init_natural_order = __esmMin((() => {
	init_code_points();
	LETTER = /\p{L}/u;
	DIGIT = /\p{Nd}/u;
	ASCII_LETTERS = /^[A-Za-z]*$/;
}));
// ../apimachinery/src/names/utf8-length.ts
function utf8Length(text) {
	let length = text.length;
	for (let at = 0; at < text.length; at += 1) {
		const code = text.charCodeAt(at);
		if (code < 128) continue;
		length += code < 2048 || code >= 55296 && code <= 57343 ? 1 : 2;
	}
	return length;
}
var init_utf8_length = __esmMin((() => {}));
// ../apimachinery/src/yaml/scalar-style.ts
function scalarStyleOf(text, simpleKey) {
	if (WORD.test(text)) return needsQuotes(text) ? "double" : "plain";
	const escapes = UNPRINTABLE.test(text) || text.includes(" \n");
	if (text.includes("\n")) return simpleKey || escapes || text.endsWith(" ") ? "double" : "literal";
	if (needsQuotes(text) || escapes) return "double";
	return text.startsWith(" ") || text.endsWith(" ") || BEGINS_WITH_INDICATOR.test(text) || HAS_INDICATOR.test(text) ? "single" : "plain";
}
function isSimpleKey(text) {
	if (text.length <= 42) return !LINE_BREAK.test(text);
	return !LINE_BREAK.test(text) && utf8Length(text) <= 128;
}
function isPrintable(character) {
	return !UNPRINTABLE.test(character);
}
var WORD, UNPRINTABLE, LINE_BREAK, BEGINS_WITH_INDICATOR, HAS_INDICATOR;
var init_scalar_style = __esmMin((() => {
	init_utf8_length();
	init_plain_text();
	WORD = /^[A-Z_a-z][\w./-]*$/;
	UNPRINTABLE = /[^\n\x20-\x7e\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd]/;
	LINE_BREAK = /[\n\r\u0085\u2028\u2029]/;
	BEGINS_WITH_INDICATOR = /^(?:[#,[\]{}&*!|>'"%@`]|[-?](?:[ \t]|$)|---|\.\.\.)/;
	HAS_INDICATOR = /:(?:[ \t]|$)|[\s\u0085]#/;
}));
// ../apimachinery/src/yaml/print-yaml.ts
function printYaml(value) {
	return printed(value, []);
}
function printed(value, lines) {
	const printer = {
		lines,
		line: "",
		column: 0,
		whitespace: true,
		indention: true
	};
	printNode(printer, value, -2, false);
	if (printer.column !== 0 || printer.lines.length === 0) printer.lines.push(printer.line);
	printer.lines.push("");
	return printer.lines.join("\n");
}
function printNode(printer, value, indent, inMapping) {
	if (Array.isArray(value)) printSequence(printer, value, indent, inMapping);
	else if (value !== null && typeof value === "object") printMapping(printer, value, indent);
	else if (typeof value === "string") printString(printer, value, Math.max(indent, 0) + 2, false);
	else if (typeof value === "number" || typeof value === "bigint") writeToken(printer, formatNumber(value));
	else writeToken(printer, String(value));
}
function printSequence(printer, items, parent, inMapping) {
	if (items.length === 0) {
		writeToken(printer, "[]");
		return;
	}
	const indent = inMapping && !printer.indention ? parent : parent + 2;
	for (const item of items) {
		writeIndent(printer, indent);
		writeIndicator(printer, "-", true);
		printNode(printer, item, indent, false);
	}
}
function printMapping(printer, mapping, parent) {
	if (printer.indention || !printRepeated(printer, mapping, parent)) printMembers(printer, mapping, parent);
}
function printMembers(printer, mapping, parent) {
	const keys = Object.keys(mapping).filter((key) => mapping[key] !== void 0);
	if (keys.length === 0) {
		writeToken(printer, "{}");
		return;
	}
	const indent = parent + 2;
	for (const key of keys.sort(compareNaturally)) {
		writeIndent(printer, indent);
		if (isSimpleKey(key)) {
			printString(printer, key, indent + 2, true);
			write(printer, ":");
			printer.whitespace = printer.indention = false;
		} else {
			writeIndicator(printer, "?", true);
			printString(printer, key, indent + 2, false);
			writeIndent(printer, indent);
			writeIndicator(printer, ":", true);
		}
		printNode(printer, mapping[key] ?? null, indent, true);
	}
}
function printRepeated(printer, mapping, parent) {
	if (!met.has(mapping)) {
		met.add(mapping);
		return false;
	}
	const byIndent = kept.get(mapping) ?? new Map();
	kept.set(mapping, byIndent);
	let text = byIndent.get(parent);
	if (text === void 0) {
		const own = {
			...printer,
			lines: []
		};
		printMembers(own, mapping, parent);
		const [first, ...done] = own.lines;
		if (first === void 0) return false;
		const { line, column, whitespace, indention } = own;
		text = {
			done: done.length === 0 ? void 0 : done.join("\n"),
			line,
			column,
			whitespace,
			indention
		};
		byIndent.set(parent, text);
		printer.lines.push(first);
	} else printer.lines.push(printer.line);
	if (text.done !== void 0) printer.lines.push(text.done);
	printer.line = text.line;
	printer.column = text.column;
	printer.whitespace = text.whitespace;
	printer.indention = text.indention;
	return true;
}
function printString(printer, text, indent, simpleKey) {
	switch (scalarStyleOf(text, simpleKey)) {
		case "plain":
			printPlain(printer, text, indent, !simpleKey);
			break;
		case "single":
			printSingleQuoted(printer, text, indent, !simpleKey);
			break;
		case "double":
			printDoubleQuoted(printer, text, indent, !simpleKey);
			break;
		case "literal": printLiteral(printer, text, indent);
	}
}
function printPlain(printer, text, indent, fold) {
	writeSpace(printer);
	printFolded(printer, text, indent, fold, false);
	printer.whitespace = printer.indention = false;
}
function printSingleQuoted(printer, text, indent, fold) {
	writeSpace(printer);
	write(printer, "'");
	printer.whitespace = printer.indention = false;
	printFolded(printer, text.replaceAll("'", "''"), indent, fold, true);
	write(printer, "'");
	printer.whitespace = printer.indention = false;
}
function printFolded(printer, text, indent, fold, quoted) {
	let start = 0;
	if (fold && printer.column + text.length > BEST_WIDTH) for (let space = text.indexOf(" "); space !== -1; space = text.indexOf(" ", space + 1)) {
		const alone = text[space - 1] !== " " && text[space + 1] !== " ";
		const inside = !quoted || space > 0 && space < text.length - 1;
		if (!alone || !inside || printer.column + (space - start) <= BEST_WIDTH) continue;
		write(printer, text.slice(start, space));
		writeIndent(printer, indent);
		start = space + 1;
	}
	write(printer, text.slice(start));
	printer.indention = false;
}
function printDoubleQuoted(printer, text, indent, fold) {
	writeSpace(printer);
	write(printer, "\"");
	printer.whitespace = printer.indention = false;
	const characters = codePointsOf(text);
	const last = characters.length - 1;
	const escapeAll = text.startsWith("﻿");
	let afterSpace = false;
	characters.forEach((character, index) => {
		if (escapeAll || !isPrintable(character) || "\n\"\\".includes(character)) {
			write(printer, escapes[character] ?? escapeOf(character));
			afterSpace = false;
		} else if (character === " ") {
			if (fold && !afterSpace && printer.column > BEST_WIDTH && index > 0 && index < last) {
				writeIndent(printer, indent);
				if (characters[index + 1] === " ") write(printer, "\\");
			} else write(printer, character);
			afterSpace = true;
		} else {
			write(printer, character);
			afterSpace = false;
		}
	});
	write(printer, "\"");
	printer.whitespace = printer.indention = false;
}
function escapeOf(character) {
	const code = character.codePointAt(0) ?? 0;
	const [mark, width] = code <= 255 ? ["x", 2] : code <= 65535 ? ["u", 4] : ["U", 8];
	return `\\${mark}${code.toString(16).toUpperCase().padStart(width, "0")}`;
}
function printLiteral(printer, text, indent) {
	writeSpace(printer);
	write(printer, `|${text.startsWith(" ") || text.startsWith("\n") ? "2" : ""}${!text.endsWith("\n") ? "-" : text === "\n" || text.endsWith("\n\n") ? "+" : ""}`);
	const padding = " ".repeat(indent);
	const lines = text.split("\n");
	if (text.endsWith("\n")) lines.pop();
	for (const line of lines) {
		endLine(printer);
		printer.line = line === "" ? "" : `${padding}${line}`;
	}
	const ended = text.endsWith("\n");
	if (ended) endLine(printer);
	printer.column = ended ? 0 : indent + codePointsOf(lines.at(-1) ?? "").length;
	printer.whitespace = printer.indention = ended;
}
function write(printer, text) {
	printer.line += text;
	printer.column += text.length;
}
function endLine(printer) {
	printer.lines.push(printer.line);
	printer.line = "";
	printer.column = 0;
}
function writeSpace(printer) {
	if (!printer.whitespace) write(printer, " ");
}
function writeToken(printer, token) {
	writeSpace(printer);
	write(printer, token);
	printer.whitespace = printer.indention = false;
}
function writeIndicator(printer, indicator, keepsIndention) {
	writeSpace(printer);
	write(printer, indicator);
	printer.whitespace = false;
	printer.indention &&= keepsIndention;
}
function writeIndent(printer, wanted) {
	const indent = Math.max(wanted, 0);
	if (!printer.indention || printer.column > indent || printer.column === indent && !printer.whitespace) endLine(printer);
	if (printer.column < indent) write(printer, " ".repeat(indent - printer.column));
	printer.whitespace = printer.indention = true;
}
var BEST_WIDTH, met, kept, escapes;
var init_print_yaml = __esmMin((() => {
	init_format_number();
	init_code_points();
	init_natural_order();
	init_scalar_style();
	BEST_WIDTH = 80;
	met = new WeakSet();
	kept = new WeakMap();
	escapes = {
		"\0": "\\0",
		"\x07": "\\a",
		"\b": "\\b",
		"	": "\\t",
		"\n": "\\n",
		"\v": "\\v",
		"\f": "\\f",
		"\r": "\\r",
		"\x1B": "\\e",
		"\"": "\\\"",
		"\\": "\\\\",
		"": "\\N",
		"\xA0": "\\_",
		"\u2028": "\\L",
		"\u2029": "\\P"
	};
}));
// ../apimachinery/src/yaml.ts
var init_yaml = __esmMin((() => {
	init_plain_text();
	init_print_yaml();
}));
// ../codegen/src/edit/list-edit.ts
function addToList() {
	throw new Error("a frozen scaffold edits nothing");
}
// ../codegen/src/naming/english-plurals.ts
var IRREGULAR_NOUNS, ENDINGS, ABBREVIATIONS;
var init_english_plurals = __esmMin((() => {
	IRREGULAR_NOUNS = `
  aircraft beef|beefs bison blues! chassis deer fish|fishes moose police salmon|salmons series sheep shrimp|shrimps
  species swine|swines trout|trouts tuna|tunas you child>children =ox>oxen foot>feet goose>geese man>men
  human>humans =louse>lice mouse>mice tooth>teeth woman>women =die>dice person>people adieu>adieux|adieus
  fabliau>fabliaux bureau>bureaus|bureaux criterion>criteria ganglion>ganglia|ganglions lexicon>lexica|lexicons
  mitochondrion>mitochondria|mitochondrions noumenon>noumena phenomenon>phenomena taxon>taxa media
  medium>media|mediums! stadium>stadiums|stadia aquarium>aquaria|aquariums auditorium>auditoria|auditoriums
  symposium>symposia|symposiums curriculum>curriculums|curricula quota>quotas alumnus>alumni|alumnuses
  bacillus>bacilli cactus>cacti|cactuses coccus>cocci focus>foci|focuses locus>loci|locuses
  nucleus>nuclei|nucleuses octopus>octupuses|octopi radius>radii|radiuses syllabus>syllabi corpus>corpora|corpuses
  genus>genera alumna>alumnae vertebra>vertebrae differentia>differentiae minutia>minutiae vita>vitae larva>larvae
  postcava>postcavae praecava>praecavae uva>uvae apex>apices|apexes codex>codices|codexes index>indices|indexes
  latex>latices|latexes vertex>vertices|vertexes vortex>vortices|vortexes appendix>appendices|appendixes
  radix>radices|radixes helix>helices|helixes =axis>axes crisis>crises ellipsis>ellipses! genesis>geneses
  oasis>oases thesis>theses testis>testes base>bases basis>bases! =alias>aliases vedalia>vedalias =use>uses
  abuse>abuses cause>causes clause>clauses cruse>cruses excuse>excuses fuse>fuses house>houses misuse>misuses
  muse>muses pause>pauses ache>aches topaz>topazes buffalo>buffaloes|buffalos potato>potatoes tomato>tomatoes
  equipment information jeans money news rice dwarf>dwarfs|dwarves hoof>hoofs|hooves thief>thieves chive>chives
  hive>hives move>moves movie>movies cookie>cookies pretorium>pretoriums agenda>agendas formula>formulas|formulae
  shoe>shoes =toe>toes graffiti =ID>IDs
`;
	ENDINGS = `
  tive>tives eaf>eaves oaf>oaves afe>aves arf>arves rfe>rves rf>rves lf>lves fe>ves ay>ays ey>eys oy>oys quy>quies
  uy>uys y>ies eau>eaux bula>bulae dula>bulae lula>bulae nula>bulae vula>bulae hedron>hedra ium>ia seum>seums
  eum>ea oum>oa stracum>straca dum>da elum>ela ilum>ila olum>ola ulum>ula llum>lla ylum>yla imum>ima ernum>erna
  gnum>gna brum>bra crum>cra terum>tera serum>sera trum>tra antum>anta atum>ata entum>enta etum>eta itum>ita
  otum>ota utum>uta ctum>cta ovum>ova trix>trices iasis>iases mesis>meses kinesis>kineses resis>reses gnosis>gnoses
  opsis>opses ysis>yses ouse>ouses lause>lauses us>uses ch>ches io>ios sh>shes ss>sses ez>ezzes iz>izzes tz>tzes
  zz>zzes ano>anos lo>los to>tos oo>oos o>oes x>xes S>Ses
`;
	ABBREVIATIONS = `
  ACK ACL ADSL AES ANSI API ARP ATM BGP BSS CCITT CHAP CIDR CIR CLI CMOS CPE CPU CRC CRT CSMA DCE DEC DES DHCP DMI
  DNS DRAM DSL DSLAM DTE EHA EIA EIGRP EOF ESS FCC FCS FDDI FTP GBIC GEPOF HDLC HTML HTTP HTTPS IANA ICMP ID IDF
  IDS IEEE IETF IMAP IP IPS ISDN ISP JSON JWT LACP LAN LAPB LAPF LLC MAC MC MDF MIB MPLS MTU Mbps MoCA NAC NAT NBMA
  NIC NRZ NRZI NVRAM OK OSI OSPF OUI PAP PAT PC PCM PDU PIM POP3 POTS PPP PPTP PTT PVST RAM RARP RCP RFC RIP RLL
  ROM RSTP RTP SDLC SFD SFP SLARP SLIP SMTP SNA SNAP SNMP SOF SQL SRAM SSH SSID STP SYN TDM TFTP TIA TOFU UDP URI
  URL USB UTF8 UTP UUID VC VLAN VLSM VPN W3C WAN WEP WPA WWW WiFi gbps kbps
`;
}));
// ../codegen/src/naming/plural.ts
function pluralOf(kind) {
	return pluralise(kind).toLowerCase();
}
function pluralise(name) {
	loaded ??= load();
	const word = lastWord(name, loaded.abbreviations);
	const whole = loaded.pluralOf.get(name);
	if (whole !== void 0) return whole;
	const lower = word.toLowerCase();
	if (loaded.plurals.has(name) || loaded.plurals.has(lower)) return name;
	const known = loaded.pluralOf.get(lower);
	const stem = name.slice(0, name.length - word.length);
	if (known !== void 0) return stem + (/^[A-Z]/.test(word) ? known.charAt(0).toUpperCase() + known.slice(1) : known);
	const rule = loaded.rules.find(({ suffix }) => word.endsWith(suffix));
	if (rule !== void 0) return name.slice(0, name.length - rule.suffix.length) + rule.replacement;
	return lower.endsWith("s") ? name : `${name}s`;
}
function load() {
	const pluralOf = new Map();
	const plurals = new Set();
	const rules = [];
	const add = (suffix, replacement) => {
		rules.push({
			suffix: replacement,
			replacement
		}, {
			suffix,
			replacement
		});
	};
	for (const row of wordsOf(IRREGULAR_NOUNS).reverse()) {
		const [, exact = "", singular = "", plural = singular, alternative = "", oneWay = ""] = /^(=?)([^>|!]+)(?:>([^|!]+))?(?:\|([^!]+))?(!?)$/.exec(row) ?? [];
		pluralOf.set(singular, plural);
		if (oneWay === "") {
			plurals.add(plural);
			if (alternative !== "") plurals.add(alternative);
		}
		if (exact === "") add(singular, plural);
	}
	for (const row of wordsOf(ENDINGS)) {
		const [singular = "", plural = ""] = row.split(">");
		add(singular, plural);
	}
	return {
		pluralOf,
		plurals,
		rules,
		abbreviations: new Set(wordsOf(ABBREVIATIONS))
	};
}
function wordsOf(table) {
	return table.trim().split(/\s+/);
}
function lastWord(name, known) {
	if (known.has(name.toUpperCase())) return name.toUpperCase();
	let word = "";
	let previous = "";
	for (const character of name) {
		if (/\p{Lu}/u.test(character) && (!/\p{Lu}/u.test(previous) || known.has(word.toUpperCase()))) word = "";
		word += character;
		previous = character;
	}
	return word;
}
var loaded;
var init_plural = __esmMin((() => {
	init_english_plurals();
}));
// ../codegen/src/naming/client-names.ts
function clientNamesOf({ kind, plural }) {
	return {
		handle: asIdentifier(handleOf(kind, plural)),
		kindConstant: `${lowerFirst(kind)}Kind`,
		applyType: `${kind}Apply`,
		cachedType: `Cached${kind}`,
		file: `${kind.toLowerCase()}.ts`
	};
}
function handleOf(kind, plural) {
	const regular = pluralise(kind);
	if (regular.toLowerCase() === plural) return lowerFirst(regular);
	return (plural.startsWith(kind.toLowerCase()) ? lowerFirst(kind + plural.slice(kind.length)) : plural).replaceAll(/-+(\w?)/g, (_, letter) => letter.toUpperCase());
}
function asIdentifier(name) {
	return reservedWords.has(name) ? `${name}Resource` : name;
}
function lowerFirst(name) {
	return name.replace(/^[A-Z]+(?![a-z])|^[A-Z]/, (word) => word.toLowerCase());
}
var reservedWords;
var init_client_names = __esmMin((() => {
	init_plural();
	reservedWords = new Set([
		"arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally",
		"for function if implements import in instanceof interface let new null package private protected public return static super",
		"switch this throw true try typeof undefined var void while with yield"
	].flatMap((line) => line.split(" ")));
}));
// ../codegen/src/project/project-file.ts
function groupOfResource(resource) {
	return [resource.group, resource.domain].filter((part) => part !== void 0 && part !== "").join(".");
}
var PROJECT_FILE_NAME;
var init_project_file = __esmMin((() => {
	PROJECT_FILE_NAME = "PROJECT";
}));
// ../codegen/src/project/project-file-text.ts
function formatProjectFile(project) {
	const { paths, resources, generate, other, ...rest } = project;
	const oneOrMore = (folders) => folders.length === 1 ? folders[0] ?? "" : [...folders];
	const value = withoutUndefined({
		...other,
		...rest,
		...generate !== void 0 && { generate },
		paths: {
			...paths,
			api: oneOrMore(paths.api),
			controller: oneOrMore(paths.controller)
		},
		...resources.length > 0 && { resources: resources.map(plainResource) }
	});
	return HEADER + printYaml(value);
}
function plainResource({ other, ...resource }) {
	return withoutUndefined({
		...other,
		...resource
	});
}
function withoutUndefined(value) {
	return JSON.parse(JSON.stringify(value));
}
var HEADER;
var init_project_file_text = __esmMin((() => {
	init_yaml();
	HEADER = `# What this project consists of. "kb init" and "kb create" write it; the generator and every other command read it.\n`;
}));
// ../codegen/src/project/output-folders.ts
function outputFolders({ client, config, crd, externalCrd, rbac, webhook }) {
	return {
		client,
		crd: crd ?? `${config}/crd/bases`,
		externalCrd: externalCrd ?? `${config}/crd/external`,
		rbac: rbac ?? `${config}/rbac`,
		webhook: webhook ?? `${config}/webhook`
	};
}
// ../codegen/src/project/group-version-info.ts
const GROUP_VERSION_FILE = "groupversion-info.ts";
function groupVersionText(group, version) {
	return `// The API of the group ${group}, version ${version}: markers of the whole folder.
// +groupName=${group}
// +versionName=${version}
export {};
`;
}
// src/scaffold/kind-names.ts
init_client_names(), init_project_file(), init_plural();
function kindNames(resource) {
	const { kind, version } = resource;
	const group = groupOfResource(resource);
	const plural = resource.plural ?? pluralOf(kind);
	const lower = kind.toLowerCase();
	const shortGroup = resource.group === void 0 || resource.group === "" ? group.split(".")[0] ?? group : resource.group;
	return {
		kind,
		lower,
		handle: clientNamesOf({
			kind,
			plural
		}).handle,
		controller: `${lowerFirst(kind)}Controller`,
		plural,
		group,
		version,
		folder: `${resource.external ? group : shortGroup}/${version}`,
		sampleFile: `${shortGroup}_${version}_${lower}.yaml`,
		crdFile: `${group}_${plural}.yaml`
	};
}
// src/scaffold/lists/line-lists.ts
function indexList(project, { folder, lower }) {
	const line = `export type * from './${lower}.types.ts';`;
	return {
		path: `${project.paths.api[0]}/src/${folder}/index.ts`,
		content: `${line}\n`,
		added: [{
			byHand: line,
			add: async (text) => ({ text: withExport(text, line, lower) })
		}]
	};
}
function withExport(text, line, lower) {
	if ([...text.matchAll(/^[ \t]*export\b[^'"]*['"]\.\/([^'"]+)\.types(?:\.[jt]s)?['"]/gm)].some(([, name]) => name === lower)) return text;
	return withLastLine(text, line);
}
function withLastLine(text, line) {
	const eol = /\r?\n/.exec(text)?.[0] ?? "\n";
	return `${text}${text === "" || text.endsWith("\n") ? "" : eol}${line}${eol}`;
}
// src/scaffold/scaffold-file.ts
function text(template) {
	const lines = template.replace(/^\n/, "").split("\n");
	if (lines.at(-1)?.trim() === "") lines[lines.length - 1] = "";
	const indentation = Math.min(...lines.filter((line) => line.trim() !== "").map((line) => line.length - line.trimStart().length));
	return lines.map((line) => line.slice(indentation)).join("\n");
}
// src/scaffold/templates/network-policy.ts
function networkPolicyFiles(projectName) {
	return [
		{
			path: "config/network-policy/kustomization.yaml",
			content: text(`
        resources:
        - allow-metrics-traffic.yaml
        - allow-webhook-traffic.yaml
      `)
		},
		policy(projectName, {
			name: "allow-metrics-traffic",
			comment: "Metrics are read from namespaces that have the label \"metrics: enabled\", such as that of Prometheus.",
			from: `
            - from:
              - namespaceSelector:
                  matchLabels:
                    metrics: enabled
              ports:
              - port: 8443
                protocol: TCP`
		}),
		policy(projectName, {
			name: "allow-webhook-traffic",
			comment: "Webhooks are called by the API server, which is no Pod that could be selected: from everywhere.",
			from: `
            - ports:
              - port: 9443
                protocol: TCP`
		})
	];
}
function policy(projectName, { name, comment, from }) {
	return {
		path: `config/network-policy/${name}.yaml`,
		content: text(`
        # ${comment}
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata:
          labels:
            app.kubernetes.io/name: ${projectName}
            app.kubernetes.io/managed-by: kustomize
          name: ${name}
          namespace: system
        spec:
          podSelector:
            matchLabels:
              control-plane: controller-manager
              app.kubernetes.io/name: ${projectName}
          policyTypes:
          - Ingress
          ingress:${from}
      `)
	};
}
// src/scaffold/templates/manifests.ts
function manifestFiles({ projectName }) {
	const labels = `
            app.kubernetes.io/name: ${projectName}
            app.kubernetes.io/managed-by: kustomize`;
	return [
		{
			path: "config/default/kustomization.yaml",
			content: text(`
        # What is deployed: everything, in a namespace of its own, under names of its own.
        namespace: ${projectName}-system
        namePrefix: ${projectName}-
        resources:
        - ../crd
        - ../rbac
        - ../manager
        - metrics_service.yaml
        # Restricts who reaches the operator's Pods, where the cluster's network plugin enforces network policies.
        #- ../network-policy
        patches:
        # Serves the metrics, over HTTPS, to who may read them.
        - path: manager_metrics_patch.yaml
          target:
            kind: Deployment
      `)
		},
		{
			path: "config/default/manager_metrics_patch.yaml",
			content: text(`
        - op: add
          path: /spec/template/spec/containers/0/args/0
          value: --metrics-bind-address=:8443
      `)
		},
		{
			path: "config/default/metrics_service.yaml",
			content: metricsService(projectName)
		},
		{
			path: "config/manager/kustomization.yaml",
			content: text(`
        resources:
        - manager.yaml
        images:
        - name: controller
          newName: controller
          newTag: latest
      `)
		},
		{
			path: "config/manager/manager.yaml",
			content: managerManifest(projectName)
		},
		...networkPolicyFiles(projectName),
		{
			path: "config/rbac/service_account.yaml",
			content: text(`
        apiVersion: v1
        kind: ServiceAccount
        metadata:
          labels:${labels}
          name: controller-manager
          namespace: system
      `)
		},
		binding("ClusterRole", "config/rbac/role_binding.yaml", "manager", labels),
		{
			path: "config/rbac/leader_election_role.yaml",
			content: text(`
        # The Lease by which replicas agree on the one that works, and Events about it.
        apiVersion: rbac.authorization.k8s.io/v1
        kind: Role
        metadata:
          labels:${labels}
          name: leader-election-role
        rules:
        - apiGroups:
          - coordination.k8s.io
          resources:
          - leases
          verbs:
          - get
          - list
          - watch
          - create
          - update
          - patch
          - delete
        - apiGroups:
          - ""
          - events.k8s.io
          resources:
          - events
          verbs:
          - create
          - patch
      `)
		},
		binding("Role", "config/rbac/leader_election_role_binding.yaml", "leader-election", labels),
		{
			path: "config/rbac/metrics_auth_role.yaml",
			content: text(`
        # For asking the API server who reads the metrics, and whether they may.
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRole
        metadata:
          labels:${labels}
          name: metrics-auth-role
        rules:
        - apiGroups:
          - authentication.k8s.io
          resources:
          - tokenreviews
          verbs:
          - create
        - apiGroups:
          - authorization.k8s.io
          resources:
          - subjectaccessreviews
          verbs:
          - create
      `)
		},
		binding("ClusterRole", "config/rbac/metrics_auth_role_binding.yaml", "metrics-auth", labels),
		{
			path: "config/rbac/metrics_reader_role.yaml",
			content: text(`
        # To be bound to who reads the metrics, such as Prometheus.
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRole
        metadata:
          labels:${labels}
          name: metrics-reader
        rules:
        - nonResourceURLs:
          - "/metrics"
          verbs:
          - get
      `)
		}
	];
}
function binding(kind, path, name, labels) {
	return {
		path,
		content: text(`
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ${kind}Binding
        metadata:
          labels:${labels}
          name: ${name}-rolebinding
        roleRef:
          apiGroup: rbac.authorization.k8s.io
          kind: ${kind}
          name: ${name}-role
        subjects:
        - kind: ServiceAccount
          name: controller-manager
          namespace: system
      `)
	};
}
function metricsService(projectName) {
	return text(`
    apiVersion: v1
    kind: Service
    metadata:
      labels:
        control-plane: controller-manager
        app.kubernetes.io/name: ${projectName}
        app.kubernetes.io/managed-by: kustomize
      name: controller-manager-metrics-service
      namespace: system
    spec:
      ports:
      - name: https
        port: 8443
        protocol: TCP
        targetPort: 8443
      selector:
        control-plane: controller-manager
        app.kubernetes.io/name: ${projectName}
  `);
}
function managerManifest(projectName) {
	return text(`
    apiVersion: v1
    kind: Namespace
    metadata:
      labels:
        control-plane: controller-manager
        app.kubernetes.io/name: ${projectName}
        app.kubernetes.io/managed-by: kustomize
        # The API server refuses Pods in this namespace that may do more than the operator needs.
        pod-security.kubernetes.io/enforce: restricted
        pod-security.kubernetes.io/warn: restricted
      name: system
    ---
    apiVersion: apps/v1
    kind: Deployment
    metadata:
      name: controller-manager
      namespace: system
      labels:
        control-plane: controller-manager
        app.kubernetes.io/name: ${projectName}
        app.kubernetes.io/managed-by: kustomize
    spec:
      selector:
        matchLabels:
          control-plane: controller-manager
          app.kubernetes.io/name: ${projectName}
      # With more, the others wait for the lease of the one that works.
      replicas: 1
      template:
        metadata:
          annotations:
            kubectl.kubernetes.io/default-container: manager
          labels:
            control-plane: controller-manager
            app.kubernetes.io/name: ${projectName}
        spec:
          securityContext:
            runAsNonRoot: true
            seccompProfile:
              type: RuntimeDefault
          containers:
          - args:
            - --leader-elect
            - --health-probe-bind-address=:8081
            image: controller:latest
            name: manager
            ports:
            - containerPort: 8081
              name: health
              protocol: TCP
            securityContext:
              readOnlyRootFilesystem: true
              allowPrivilegeEscalation: false
              capabilities:
                drop:
                - "ALL"
            livenessProbe:
              httpGet:
                path: /healthz
                port: 8081
              initialDelaySeconds: 15
              periodSeconds: 20
            readinessProbe:
              httpGet:
                path: /readyz
                port: 8081
              initialDelaySeconds: 5
              periodSeconds: 10
            resources:
              limits:
                cpu: 500m
                memory: 256Mi
              requests:
                cpu: 10m
                memory: 96Mi
            volumeMounts: []
          volumes: []
          serviceAccountName: controller-manager
          # More than the 30 seconds that the manager gives running reconciles, so that it can also give the lease away.
          terminationGracePeriodSeconds: 40
  `);
}
// src/scaffold/templates/packages.ts
function packageFiles({ projectName, domain, kbVersion }) {
	const scope = `@${projectName}`;
	const typecheck = "tsc -p tsconfig.json";
	const byGroupVersion = { "./*": "./src/*/index.ts" };
	return [
		manifest("packages/api", {
			name: `${scope}/api`,
			description: "The API: types with markers.",
			exports: byGroupVersion,
			scripts: { typecheck },
			dependencies: {
				"@kb/apimachinery": kbVersion,
				"@kb/kubernetes": kbVersion
			}
		}),
		manifest("packages/client", {
			name: `${scope}/client`,
			description: "The typed client of the API. Generated.",
			sideEffects: false,
			exports: byGroupVersion,
			scripts: {
				generate: "kb generate",
				typecheck
			},
			dependencies: {
				[`${scope}/api`]: "0.0.0",
				"@kb/client": kbVersion
			}
		}),
		manifest("packages/controller", {
			name: `${scope}/controller`,
			description: "The controllers.",
			scripts: {
				start: "node src/main.ts",
				"install-crds": "kubectl apply --server-side -k ../../config/crd",
				"uninstall-crds": "kubectl delete --ignore-not-found -k ../../config/crd",
				typecheck,
				test: "vitest run --config ../../vitest.config.ts"
			},
			dependencies: {
				[`${scope}/client`]: "0.0.0",
				"@kb/apimachinery": kbVersion,
				"@kb/client": kbVersion,
				"@kb/kubernetes": kbVersion,
				"@kb/runtime": kbVersion
			},
			devDependencies: { "@kb/testing": kbVersion }
		}),
		...[
			"api",
			"client",
			"controller"
		].map((name) => ({
			path: `packages/${name}/tsconfig.json`,
			content: "{ \"extends\": \"../../tsconfig.base.json\", \"include\": [\"src\"] }\n"
		})),
		{
			path: "packages/controller/src/main.ts",
			content: mainFile(domain === "" ? projectName : `${projectName}.${domain}`)
		}
	];
}
const mainFile = (leaderElectionId) => text(`
  import { runManager } from '@kb/runtime';
  import { controllers } from './controllers.ts';

  // Runs every controller of this package until the process is told to end. "--help" lists the flags.
  process.exitCode = await runManager({ controllers, leaderElectionId: '${leaderElectionId}' });
`);
function manifest(folder, fields) {
	const { name, version, description, ...rest } = {
		...fields,
		version: "0.0.0",
		private: true,
		type: "module"
	};
	return {
		path: `${folder}/package.json`,
		content: `${JSON.stringify({
			name,
			version,
			description,
			...rest
		}, void 0, 2)}\n`
	};
}
// src/scaffold/templates/tool-versions.ts
const toolVersions = {
	node: "26.10.0",
	"@types/node": "26.6.6",
	nx: "23.2.1",
	typescript: "7.0.2",
	vitest: "5.1.1"
};
// src/scaffold/templates/root.ts
function rootFiles(facts) {
	const { projectName, kbVersion } = facts;
	return [
		{
			path: "package.json",
			content: json(rootManifest(projectName, kbVersion))
		},
		{
			path: ".npmrc",
			content: "fund=false\naudit=false\nomit-lockfile-registry-resolved=true\n",
			whenThere: "keep"
		},
		{
			path: "nx.json",
			content: json(nxConfiguration)
		},
		{
			path: "tsconfig.base.json",
			content: json(compilerOptions)
		},
		{
			path: "vitest.config.ts",
			content: vitestConfiguration
		},
		{
			path: ".gitignore",
			content: "node_modules/\n.nx/\ncoverage/\n*.log\n*.kb-*\n",
			whenThere: "keep"
		},
		{
			path: ".dockerignore",
			content: "*\n!package.json\n!package-lock.json\n!.npmrc\n!packages\n**/*.test.ts\n**/node_modules\n"
		},
		{
			path: "Makefile",
			content: makefile(projectName)
		},
		{
			path: "Dockerfile",
			content: dockerfile
		},
		{
			path: "renovate.json",
			content: json(renovate),
			whenThere: "keep"
		},
		{
			path: "README.md",
			content: readme(facts),
			whenThere: "keep"
		}
	];
}
function rootManifest(projectName, kbVersion) {
	return {
		name: `${projectName}`,
		private: true,
		type: "module",
		engines: { node: ">=20.19" },
		workspaces: ["packages/*"],
		scripts: {
			start: "kb dev",
			test: "nx run-many -t test --outputStyle=static",
			generate: "nx run-many -t generate --outputStyle=static",
			typecheck: "nx run-many -t typecheck --outputStyle=static"
		},
		devDependencies: {
			"@kb/testing": kbVersion,
			"@types/node": toolVersions["@types/node"],
			kb: kbVersion,
			nx: toolVersions.nx,
			typescript: toolVersions.typescript,
			vitest: toolVersions.vitest
		},
		allowScripts: { nx: false }
	};
}
const nxConfiguration = {
	$schema: "./node_modules/nx/schemas/nx-schema.json",
	cacheDirectory: ".nx/cache",
	useInferencePlugins: false,
	useDaemonProcess: false,
	neverConnectToCloud: true,
	analytics: false,
	namedInputs: {
		sharedGlobals: [
			"{workspaceRoot}/tsconfig.base.json",
			"{workspaceRoot}/package-lock.json",
			{ runtime: "node -v" }
		],
		default: ["{projectRoot}/**/*", "sharedGlobals"]
	},
	targetDefaults: {
		generate: {
			cache: true,
			inputs: [
				"{workspaceRoot}/packages/*/src/**/*.ts",
				"{workspaceRoot}/PROJECT",
				"{workspaceRoot}/hack/**/*",
				"sharedGlobals"
			],
			outputs: [
				"{projectRoot}/src",
				"{workspaceRoot}/config/crd/bases",
				"{workspaceRoot}/config/crd/external",
				"{workspaceRoot}/config/rbac/role.yaml",
				"{workspaceRoot}/config/webhook/manifests.yaml"
			]
		},
		typecheck: {
			cache: true,
			inputs: ["default", "^default"]
		},
		test: {
			cache: true,
			inputs: [
				"default",
				"^default",
				"{workspaceRoot}/PROJECT",
				"{workspaceRoot}/config/crd/**/*",
				"{workspaceRoot}/config/default/kustomization.yaml",
				"{workspaceRoot}/config/rbac/**/*",
				"{workspaceRoot}/vitest.config.ts"
			]
		}
	}
};
const compilerOptions = { compilerOptions: {
	target: "es2024",
	lib: ["es2025"],
	module: "nodenext",
	moduleResolution: "nodenext",
	types: ["node"],
	strict: true,
	noUncheckedIndexedAccess: true,
	noImplicitOverride: true,
	erasableSyntaxOnly: true,
	verbatimModuleSyntax: true,
	allowImportingTsExtensions: true,
	skipLibCheck: true,
	noEmit: true
} };
const vitestConfiguration = text(`
  import { permissionReporter } from '@kb/testing/vitest';
  import { defineConfig } from 'vitest/config';

  export default defineConfig({
    test: {
      include: ['src/**/*.test.ts'],
      passWithNoTests: true,
      // A guard against hanging: a machine that is slow, or has other work, takes many times what another takes.
      testTimeout: 60_000,
      // The second says which permissions of config/rbac/role.yaml no test used.
      reporters: ['default', permissionReporter()],
    },
  });
`);
function makefile(projectName) {
	return text(`
  # Each target is a thin call of the same nx target.
  .PHONY: all manifests generate test typecheck run install uninstall docker-build
  IMG ?= controller:latest

  all: generate test

  manifests generate: ## Write CRDs, RBAC role, webhook configurations and typed client from the types and markers.
  \tnpm run generate

  test: ## The tests, on an embedded API server.
  \tnpm test

  typecheck:
  \tnpm run typecheck

  run: ## The operator on this machine, on the cluster of your kubeconfig.
  \tnpx nx run @${projectName}/controller:start

  install: manifests ## The CRDs into the cluster of your kubeconfig.
  \tnpx nx run @${projectName}/controller:install-crds

  uninstall: ## The CRDs out of it, with every object of theirs.
  \tnpx nx run @${projectName}/controller:uninstall-crds

  docker-build: ## The operator's image.
  \tdocker build -t $(IMG) .
`);
}
const dockerfile = text(`
  # The operator alone: its packages and their dependencies, without development tools.
  FROM node:${toolVersions.node}-slim AS dependencies
  WORKDIR /app
  COPY . .
  RUN npm ci --omit=dev --no-audit --no-fund

  FROM node:${toolVersions.node}-slim
  WORKDIR /app
  ENV NODE_ENV=production NODE_COMPILE_CACHE=/var/cache/node
  COPY --from=dependencies /app .
  RUN install -d -o 65532 -g 65532 /var/cache/node
  USER 65532:65532
  # Keeps what Node makes of the TypeScript, or it would do it again whenever the operator starts: a fifth less memory and CPU then.
  RUN timeout 60 node --max-semi-space-size=2 packages/controller/src/main.ts --help > /dev/null || true
  # A small young generation: a fifth less memory, and a little more garbage collection while lists are read.
  ENTRYPOINT ["node", "--max-semi-space-size=2", "packages/controller/src/main.ts"]
`);
const renovate = {
	$schema: "https://docs.renovatebot.com/renovate-schema.json",
	extends: [
		"config:recommended",
		"docker:pinDigests",
		":pinVersions"
	],
	packageRules: [{
		matchPackageNames: ["kb", "@kb/**"],
		groupName: "kb"
	}]
};
function readme({ projectName, domain }) {
	return text(`
    # ${projectName}

    A Kubernetes operator, made with kb.

    \`\`\`
    npx kb create api --kind MyKind     # adds a kind of ${domain}
    npx kb generate                     # CRDs, RBAC role and typed client, after a change of types or markers
    npm start                           # the operator on an embedded API server, with the samples, live
    npm test                            # the tests, on an embedded API server
    make install run                    # the same on the cluster of your kubeconfig
    \`\`\`

    | where | what |
    | --- | --- |
    | \`packages/api\` | the API's types with their markers: written by hand |
    | \`packages/client\` | the typed client: generated |
    | \`packages/controller\` | the controllers: written by hand |
    | \`config\` | manifests; \`crd/bases\`, \`crd/external\`, \`rbac/role.yaml\` and \`webhook/manifests.yaml\` are generated |
    | \`PROJECT\` | what the project has: written by kb |

    \`npx kb generate --check\` fails when a generated file is out of date: run it in CI.
  `);
}
function json(value) {
	return `${JSON.stringify(value, void 0, 2)}\n`;
}
// src/scaffold/project-template.ts
function projectFiles(facts) {
	return [
		...rootFiles(facts),
		...packageFiles(facts),
		...manifestFiles(facts)
	];
}
// src/scaffold/templates/external-kind.ts
function externalKindFiles(project, names, namespaced) {
	const [controller = "packages/controller"] = project.paths.controller;
	const scope = `@${project.projectName}`;
	return [{
		path: `${controller}/src/${names.lower}.controller.ts`,
		content: controllerFile$1(scope, names)
	}, {
		path: `${controller}/src/${names.lower}.controller.test.ts`,
		content: testFile$1(scope, names, namespaced)
	}];
}
function controllerFile$1(scope, { kind, group, plural, controller, handle, folder }) {
	return text(`
    import { type Controller, controllerFor } from '@kb/runtime';
    import { ${handle} } from '${scope}/client/${folder}';

    // What the operator may do: "npx kb generate" makes the role from these lines.
    // +kubebuilder:rbac:groups=${group},resources=${plural},verbs=get;list;watch

    /** Does what each ${kind}, a kind of another project, asks of this one. */
    export const ${controller}: Controller = controllerFor(${handle}).reconcile(async ({ key, client, log }) => {
      const object = client.cached(${handle}).get(key);
      if (!object || object.metadata.deletionTimestamp) return;

      // Its spec and status have owners already. State what you add beside it:
      // await client.apply(configMaps, configMapFor(object), { controlledBy: object }).
      log.info('${kind} seen', { generation: object.metadata.generation });
    });
  `);
}
function testFile$1(scope, { kind, controller, handle, folder, lower }, namespaced) {
	return text(`
    import { createTestEnvironment } from '@kb/testing';
    import { ${handle} } from '${scope}/client/${folder}';
    import { expect, test } from 'vitest';
    import { ${controller} } from './${lower}.controller.ts';
    import { crds, externalCrds } from './crds.ts';

    test('the controller watches ${kind} objects', async () => {
      await using env = await createTestEnvironment({ crds, externalCrds, controllers: [${controller}] });
      // Create one as its users do, and expect what the controller makes of it.
      expect((await env.client.list(${handle}${namespaced ? ", { namespace: env.namespace }" : ""})).items).toEqual([]);
    });
  `);
}
// src/scaffold/templates/kind.ts
function kindFiles(project, names, options) {
	const [api = "packages/api"] = project.paths.api;
	const [controller = "packages/controller"] = project.paths.controller;
	const folder = `${api}/src/${names.folder}`;
	const files = [
		{
			path: `${folder}/${GROUP_VERSION_FILE}`,
			content: groupVersionText(names.group, names.version),
			whenThere: "keep"
		},
		{
			path: `${folder}/${names.lower}.types.ts`,
			content: types(names, options.namespaced)
		},
		{
			path: `${project.paths.config}/samples/${names.sampleFile}`,
			content: sample(project, names, options.namespaced)
		}
	];
	if (options.controller) {
		const scope = `@${project.projectName}`;
		files.push({
			path: `${controller}/src/${names.lower}.controller.ts`,
			content: controllerFile(scope, names)
		}, {
			path: `${controller}/src/${names.lower}.controller.test.ts`,
			content: testFile(scope, names, options.namespaced)
		}, {
			path: `${controller}/src/story.ts`,
			content: storyFile(scope, names, options.namespaced),
			whenThere: "keep"
		});
	}
	return files;
}
function types({ kind, plural, version }, namespaced) {
	const resourceMarkers = namespaced ? "" : `\n    // +kubebuilder:resource:path=${plural},scope=Cluster`;
	return text(`
    import type { Condition, KubernetesObject, int64 } from '@kb/apimachinery';

    // Edit this file, then run "npx kb generate": it is the source of the CRD and of the typed client.

    /** Desired state of ${article(kind)} ${kind}. */
    export interface ${kind}Spec {
      /** An example of a field: remove it, and state what your users decide. */
      // +kubebuilder:validation:MinLength=1
      foo?: string;
    }

    /** Observed state of ${article(kind)} ${kind}. */
    export interface ${kind}Status {
      /** The generation of the spec that this status speaks of. */
      observedGeneration?: int64;
      /** How it stands, by type. */
      // +listType=map
      // +listMapKey=type
      conditions?: Condition[];
    }

    /** ${kind} is a kind of the ${version} API. */
    // +kubebuilder:object:root=true
    // +kubebuilder:subresource:status${resourceMarkers}
    // +kubebuilder:printcolumn:name="Ready",type=string,JSONPath=\`.status.conditions[?(@.type=="Ready")].status\`
    // +kubebuilder:printcolumn:name="Age",type=date,JSONPath=\`.metadata.creationTimestamp\`
    export interface ${kind} extends KubernetesObject {
      spec: ${kind}Spec;
      status?: ${kind}Status;
    }
  `);
}
function sample(project, { group, version, kind, lower }, namespaced) {
	return text(`
    apiVersion: ${group}/${version}
    kind: ${kind}
    metadata:
      labels:
        app.kubernetes.io/name: ${project.projectName}
        app.kubernetes.io/managed-by: kustomize
      name: ${lower}-sample${namespaced ? "\n      namespace: default" : ""}
    spec:
      foo: bar
  `);
}
function controllerFile(scope, names) {
	const { kind, group, plural, controller, handle, folder } = names;
	return text(`
    import { setCondition } from '@kb/apimachinery';
    import { type Controller, controllerFor } from '@kb/runtime';
    import { ${handle} } from '${scope}/client/${folder}';

    // What the operator may do: "npx kb generate" makes the role from these lines.
    // +kubebuilder:rbac:groups=${group},resources=${plural},verbs=get;list;watch
    // +kubebuilder:rbac:groups=${group},resources=${plural}/status,verbs=get;update;patch
    // +kubebuilder:rbac:groups=events.k8s.io,resources=events,verbs=create;patch

    /** Brings the world to what each ${kind} says. */
    export const ${controller}: Controller = controllerFor(${handle}).reconcile(async ({ key, client, now }) => {
      const object = client.cached(${handle}).get(key);
      if (!object || object.metadata.deletionTimestamp) return;

      // State the children here: await client.apply(deployments, deploymentFor(object), { controlledBy: object }),
      // and let the controller watch them: controllerFor(${handle}).owns(deployments).

      const { name, namespace, generation } = object.metadata;
      await client.applyStatus(${handle}, {
        metadata: { name, namespace },
        status: {
          observedGeneration: generation,
          conditions: setCondition(
            object.status?.conditions,
            { type: 'Ready', status: 'True', reason: 'Reconciled', message: 'The ${kind} is as it should be', observedGeneration: generation },
            now(),
          ),
        },
      });
    });
  `);
}
function objectLiteral({ lower }, namespaced) {
	return `{ metadata: { name: '${lower}-sample'${namespaced ? ", namespace: 'default'" : ""} }, spec: { foo: 'bar' } }`;
}
function keyLiteral({ lower }, namespaced) {
	return namespaced ? `'default/${lower}-sample'` : `'${lower}-sample'`;
}
function testFile(scope, names, namespaced) {
	const { kind, controller, handle, folder, lower } = names;
	return text(`
    import { createTestEnvironment } from '@kb/testing';
    import { ${handle} } from '${scope}/client/${folder}';
    import { expect, test } from 'vitest';
    import { ${controller} } from './${lower}.controller.ts';
    import { crds, externalCrds } from './crds.ts';

    test('${article(kind)} ${kind} becomes ready', async () => {
      await using env = await createTestEnvironment({ crds, externalCrds, controllers: [${controller}] });
      const key = ${namespaced ? `{ namespace: env.namespace, name: '${lower}-sample' }` : `{ name: '${lower}-sample' }`};
      await env.client.create(${handle}, { metadata: key, spec: { foo: 'bar' } });
      await env.eventually(async () => {
        const { status, metadata } = await env.client.get(${handle}, key);
        expect(status?.observedGeneration).toBe(metadata.generation);
        expect(status?.conditions).toMatchObject([{ type: 'Ready', status: 'True' }]);
      });
    });
  `);
}
function storyFile(scope, names, namespaced) {
	const { kind, handle, folder } = names;
	const key = keyLiteral(names, namespaced);
	return text(`
    import assert from 'node:assert/strict';
    import { isNotFound } from '@kb/apimachinery';
    import { defineStory } from '@kb/testing';
    import { ${handle} } from '${scope}/client/${folder}';

    // What "npm start -- --once" plays and checks, step by step. Add a step for what your users will see.
    export const story = defineStory([
      {
        name: 'create: ${article(kind)} ${kind} becomes ready',
        async run({ client, eventually }) {
          await client.create(${handle}, ${objectLiteral(names, namespaced)});
          await eventually(async () => {
            const { status, metadata } = await client.get(${handle}, ${key});
            assert.equal(status?.conditions?.find(({ type }) => type === 'Ready')?.status, 'True');
            assert.equal(status?.observedGeneration, metadata.generation);
          });
        },
      },
      {
        name: 'change: the controller sees the new generation',
        async run({ client, eventually }) {
          await client.patch(${handle}, ${key}, { type: 'merge', value: { spec: { foo: 'changed' } } });
          await eventually(async () => {
            const { status, metadata } = await client.get(${handle}, ${key});
            assert.equal(metadata.generation, 2);
            assert.equal(status?.observedGeneration, 2);
          });
        },
      },
      {
        name: 'delete: it is gone',
        async run({ client, eventually }) {
          await client.delete(${handle}, ${key});
          await eventually(async () => {
            const gone = await client.get(${handle}, ${key}).then(() => false, isNotFound);
            assert.ok(gone);
          });
        },
      },
    ]);
  `);
}
function article(word) {
	return /^[AEIOU]/.test(word) ? "an" : "a";
}
// src/scaffold/lists/add-resource.ts
function addResource() {
	throw new Error("a frozen scaffold edits nothing");
}
const header = (comment) => `${comment} "kb create api" adds each kind of the project here; the rest is yours to edit.\n`;
function registryFiles(project) {
	return registries(project).map(({ path, content }) => ({
		path,
		content
	}));
}
function sourcesOf({ paths }) {
	return `${paths.controller[0]}/src`;
}
function registries(project, isThere = () => true) {
	const { config } = project.paths;
	const sources = sourcesOf(project);
	const kinds = project.resources.filter(({ api }) => api).map(kindNames);
	const controllers = project.resources.filter((resource) => resource.controller).map(kindNames);
	const crds = [...new Set(kinds.map(({ crdFile }) => `bases/${crdFile}`))].toSorted();
	const samples = kinds.map(({ sampleFile }) => sampleFile).toSorted();
	const role = project.generate?.roleFile ?? "role.yaml";
	const ofManager = controllers.length > 0 ? [role, "role_binding.yaml"] : [];
	return [
		kustomization(`${config}/crd`, crds, () => true),
		kustomization(`${config}/samples`, samples, isThere),
		rbacKustomization(`${config}/rbac`, ofManager, (file) => file === `${config}/rbac/${role}` || isThere(file)),
		controllersRegistry(sources, controllers, isThere),
		crdsRegistry(project, sources)
	];
}
function kustomization(folder, resources, isThere, entries = resources.map((file) => resourceEntry(file))) {
	const lines = resources.filter((file) => isThere(`${folder}/${file}`)).map((file) => `- ${file}\n`);
	const list = lines.length > 0 ? `resources:\n${lines.join("")}` : "resources: []\n";
	return {
		path: `${folder}/kustomization.yaml`,
		content: header("#") + list,
		entries
	};
}
function rbacKustomization(folder, ofManager, isThere) {
	const before = "service_account.yaml";
	return kustomization(folder, [
		before,
		...ofManager,
		"leader_election_role.yaml",
		"leader_election_role_binding.yaml",
		"metrics_auth_role.yaml",
		"metrics_auth_role_binding.yaml",
		"metrics_reader_role.yaml"
	], isThere, ofManager.map((file, index) => resourceEntry(file, ofManager[index - 1] ?? before)));
}
function resourceEntry(file, after) {
	return {
		id: file,
		byHand: `resources:\n- ${file}`,
		add: async (text) => addResource(text, file, after)
	};
}
function controllersRegistry(sources, controllers, isThere) {
	const sorted = controllers.toSorted((a, b) => a.lower.localeCompare(b.lower, "en"));
	const present = sorted.filter(({ lower }) => isThere(`${sources}/${lower}.controller.ts`));
	const imports = present.map(({ controller, lower }) => `import { ${controller} } from './${lower}.controller.ts';\n`).join("");
	const list = present.map(({ controller }) => controller).join(", ");
	const content = `${header("//")}import type { Controller } from '@kb/runtime';
${imports}
/** The controllers that main runs. */
export const controllers: readonly Controller[] = [${list}];
`;
	const entries = sorted.map(({ controller, lower }) => {
		const importFrom = `./${lower}.controller.ts`;
		return {
			id: lower,
			byHand: `import { ${controller} } from '${importFrom}';\nand ${controller} to controllers`,
			add: async (text) => addToList(text, {
				list: "controllers",
				element: controller,
				importName: controller,
				importFrom
			})
		};
	});
	return {
		path: `${sources}/controllers.ts`,
		content,
		entries
	};
}
function crdsRegistry({ paths, resources }, sources) {
	const folders = outputFolders(paths);
	const crds = folderEntry("crds", posix.relative(sources, folders.crd));
	const externalCrds = folderEntry("externalCrds", posix.relative(sources, folders.externalCrd));
	const hasCrds = resources.some(({ api }) => api);
	const hasExternal = resources.some(({ external }) => external);
	const imports = hasCrds || hasExternal ? "import { fileURLToPath } from 'node:url';\n\n" : "";
	const content = `${header("//")}${imports}/** The project's own CRDs, for tests. */
export const crds: readonly string[] = [${hasCrds ? crds.element : ""}];

/** Those of kinds that belong to other projects, for tests: \`kb create api --external-api\`. */
export const externalCrds: readonly string[] = [${hasExternal ? externalCrds.element : ""}];
`;
	return {
		path: `${sources}/crds.ts`,
		content,
		entries: [...hasCrds ? [crds] : [], ...hasExternal ? [externalCrds] : []]
	};
}
function folderEntry(list, folder) {
	const element = `fileURLToPath(new URL('${folder}', import.meta.url))`;
	const needs = {
		importName: "fileURLToPath",
		importFrom: "node:url"
	};
	return {
		id: list,
		element,
		byHand: `import { fileURLToPath } from 'node:url';\nand ${element} to ${list}`,
		add: async (text) => addToList(text, {
			list,
			element,
			...needs,
			knownBy: folder
		})
	};
}
// src/scaffold/render-scaffold.ts
init_project_file_text(), init_project_file();
function renderScaffold(project, facts) {
	const { projectName, domain, repo, resources } = project;
	const files = [
		...projectFiles({
			projectName,
			domain,
			repo,
			kbVersion: facts.kbVersion
		}),
		...registryFiles(project),
		...resources.flatMap((resource) => filesOf(project, resource, facts)),
		{
			path: PROJECT_FILE_NAME,
			content: formatProjectFile(project)
		}
	];
	const rendered = {};
	for (const { path, content } of files) rendered[path] ??= content;
	for (const resource of resources) {
		if (resource.api === void 0) continue;
		const { path, content } = indexList(project, kindNames(resource));
		rendered[path] = (rendered[path] ?? "") + content;
	}
	return rendered;
}
function filesOf(project, resource, { isNamespaced }) {
	const names = kindNames(resource);
	const controller = resource.controller ?? false;
	if (resource.api !== void 0) return kindFiles(project, names, {
		namespaced: resource.api.namespaced ?? false,
		controller
	});
	if (resource.external !== true || !controller) return [];
	return externalKindFiles(project, names, isNamespaced?.(resource) ?? true);
}
export { renderScaffold };
