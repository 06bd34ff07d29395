// Names the slowest tests at the end of a run: where the time went, and what to look at first when there is too little.
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

const SHOWN = 8;

export default class implements Reporter {
  private took: [seconds: number, name: string][] = [];

  onTestEnd(test: TestCase, result: TestResult) {
    this.took.push([result.duration / 1000, test.titlePath().filter(Boolean).join(' › ')]);
  }

  onEnd() {
    if (this.took.length <= SHOWN) return;
    console.log('\n  The slowest:');
    const slowest = this.took.sort(([a], [b]) => b - a).slice(0, SHOWN);
    for (const [seconds, name] of slowest) console.log(`  ${seconds.toFixed(1).padStart(7)} s  ${name}`);
  }
}
