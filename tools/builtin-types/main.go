// Command builtin-types makes the data file of built-in types, packages/kubernetes/data, from the Go types of Kubernetes. See README.md.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

const usage = `usage: go run . [--check] [--out DIR]      write the data file, or with --check fail when it differs
       go run . schemas FILE                 write what controller-tools itself makes of every type, for the comparison in packages/kubernetes
       go run . verify                       compare the data with Kubernetes' published discovery and OpenAPI documents
`

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "builtin-types:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	command := ""
	if len(args) > 0 && args[0] != "" && args[0][0] != '-' {
		command, args = args[0], args[1:]
	}
	flags := flag.NewFlagSet("builtin-types", flag.ExitOnError)
	flags.Usage = func() { fmt.Fprint(os.Stderr, usage) }
	check := flags.Bool("check", false, "write nothing; fail when the files differ")
	out := flags.String("out", filepath.Join("..", "..", "packages", "kubernetes", "data"), "where the data file is")
	if err := flags.Parse(args); err != nil {
		return err
	}

	universe, err := load()
	if err != nil {
		return err
	}
	switch command {
	case "":
		files, err := render(universe)
		if err != nil {
			return err
		}
		if *check {
			return compare(*out, files)
		}
		return write(*out, files)
	case "schemas":
		if flags.NArg() != 1 {
			return fmt.Errorf("schemas wants the file to write")
		}
		return writeSchemas(universe, flags.Arg(0))
	case "verify":
		return verify(universe)
	default:
		return fmt.Errorf("unknown command %q\n%s", command, usage)
	}
}
