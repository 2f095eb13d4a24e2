// Command controller-gen is the oracle of @kb/codegen: what controller-tools v0.21.0, the YAML library and the inflection that it uses really do.
//
//	controller-gen generate [--OPTION=VALUE…] PACKAGE…   the manifests of Go packages of this module, as a JSON object of file names and texts
//	controller-gen words PACKAGE…                        the texts for which there are digests in those manifests, by digest
//	controller-gen models FOLDER…                        the same of many models at once: a folder of packages each, a line of JSON for each
//	controller-gen markers                               for each line of JSON with a target and a text, what the marker is read as
//	controller-gen yaml                                  for each line of JSON on standard input, the YAML of it, as a JSON string
//	controller-gen plural                                for each line on standard input, its plural
package main

import (
	"fmt"
	"os"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("expected generate, words, models, markers, yaml or plural")
	}
	switch args[0] {
	case "generate":
		return generate(args[1:], os.Stdout)
	case "words":
		return printWords(args[1:], os.Stdout)
	case "models":
		return generateModels(args[1:], os.Stdout)
	case "markers":
		return printMarkers(os.Stdin, os.Stdout)
	case "yaml":
		return printYAML(os.Stdin, os.Stdout)
	case "plural":
		return printPlurals(os.Stdin, os.Stdout)
	default:
		return fmt.Errorf("unknown command %q: expected generate, words, models, markers, yaml or plural", args[0])
	}
}
