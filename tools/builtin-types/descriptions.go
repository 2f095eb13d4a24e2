package main

import (
	"crypto/sha256"
	"encoding/base64"
	"regexp"
	"strconv"
	"strings"
)

// renderDescriptions writes what is known of a package's descriptions, one a line: figures, never the words. packages/kubernetes/data/README.md says what they mean.
func renderDescriptions(types []typeData) string {
	var entries []string
	for _, t := range types {
		var lines []string
		add := func(field, text string) {
			if text != "" {
				lines = append(lines, "  "+compact(field)+": "+compact(figuresOf(text)))
			}
		}
		add("", t.description)
		for _, f := range t.fields {
			add(f.name, f.description)
		}
		if len(lines) > 0 {
			entries = append(entries, " "+compact(t.name)+": {\n"+strings.Join(lines, ",\n")+"\n }")
		}
	}
	if len(entries) == 0 {
		return "{}\n"
	}
	return "{\n" + strings.Join(entries, ",\n") + "\n}\n"
}

// digestLength is how many bytes of a text's SHA-256 are kept.
const digestLength = 6

// figuresOf gives the digest of a text, and how it is laid out.
func figuresOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	figures := []string{base64.RawURLEncoding.EncodeToString(sum[:digestLength])}
	for line := range strings.SplitSeq(text, "\n") {
		figures = append(figures, layoutOf(line))
	}
	return strings.Join(figures, " ")
}

var (
	wordsOrBlanks = regexp.MustCompile(`[^ \t]+(?: [^ \t]+)*|[ \t]+`)
	blanks        = strings.NewReplacer(" ", "_", "\t", ">")
)

// layoutOf gives the number of words of a line. Blanks that are more than one between two words stand as they are: `_` for a space, `>` for a tab.
func layoutOf(line string) string {
	if line == "" {
		return "0"
	}
	return wordsOrBlanks.ReplaceAllStringFunc(line, func(run string) string {
		if strings.Trim(run, " \t") == "" {
			return blanks.Replace(run)
		}
		return strconv.Itoa(strings.Count(run, " ") + 1)
	})
}
