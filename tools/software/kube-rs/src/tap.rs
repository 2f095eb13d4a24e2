//! Runs cases and prints a line of the Test Anything Protocol for each.

use std::future::Future;
use std::time::{Duration, Instant};

pub type Outcome = anyhow::Result<()>;

pub struct Tap {
    number: usize,
    failed: usize,
}

impl Tap {
    pub fn new(total: usize) -> Self {
        println!("1..{total}");
        Self { number: 0, failed: 0 }
    }

    pub async fn case(&mut self, name: &str, outcome: impl Future<Output = Outcome>) {
        self.number += 1;
        let outcome = tokio::time::timeout(Duration::from_secs(120), outcome).await;
        match outcome.unwrap_or_else(|_| Err(anyhow::anyhow!("not finished after 120 s"))) {
            Ok(()) => println!("ok {} - {name}", self.number),
            Err(error) => {
                self.failed += 1;
                println!("not ok {} - {name}", self.number);
                for line in format!("{error:?}").lines() {
                    println!("# {line}");
                }
            }
        }
    }

    pub fn end(self) -> anyhow::Result<()> {
        if self.failed > 0 {
            std::process::exit(1);
        }
        Ok(())
    }
}

pub fn ensure(holds: bool, what: &str) -> Outcome {
    if holds {
        return Ok(());
    }
    Err(anyhow::anyhow!("expected {what}"))
}

pub async fn eventually<Check, Answer>(what: &str, check: Check) -> Outcome
where
    Check: Fn() -> Answer,
    Answer: Future<Output = anyhow::Result<bool>>,
{
    let end = Instant::now() + Duration::from_secs(60);
    while !check().await? {
        if Instant::now() > end {
            return Err(anyhow::anyhow!("not after 60 s: {what}"));
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    Ok(())
}
