// Writes a project of kubebuilder's book: kubebuilder's module has the program that makes them, but not the projects.
// This path lies below kubebuilder's, because the parts of that program are internal.
package main

import (
	"fmt"
	"os"
	"os/exec"

	cronjob "sigs.k8s.io/kubebuilder/v4/hack/docs/internal/cronjob-tutorial"
	multiversion "sigs.k8s.io/kubebuilder/v4/hack/docs/internal/multiversion-tutorial"
)

// A tutorial makes its project as the book does; what it cannot do ends the process.
type tutorial interface {
	GenerateSampleProject()
	UpdateTutorial()
}

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: book cronjob|multiversion KUBEBUILDER FOLDER")
		os.Exit(2)
	}
	name, kubebuilder, folder := os.Args[1], os.Args[2], os.Args[3]
	if err := os.MkdirAll(folder, 0o755); err != nil {
		fail(err)
	}
	first := cronjob.NewSample(kubebuilder, folder)
	write(&first)
	if name == "multiversion" {
		second := multiversion.NewSample(kubebuilder, folder)
		write(&second)
	}
	// Also generates the code that the program needs.
	run(folder, "make", "build-installer")
	run(folder, "go", "build", "-o", "bin/manager", "cmd/main.go")
}

func run(folder, program string, args ...string) {
	command := exec.Command(program, args...)
	command.Dir = folder
	if out, err := command.CombinedOutput(); err != nil {
		fail(fmt.Errorf("%s: %w\n%s", program, err, out))
	}
}

func write(one tutorial) {
	one.GenerateSampleProject()
	one.UpdateTutorial()
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
