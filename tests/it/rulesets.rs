//! The registry of rulesets.

#[test]
fn rulesets_are_found_and_named_by_their_ids() {
    let all = [
        ("pike_and_shot", "Pike & Shot"),
        ("pikette_squared", "Pikette Squared"),
        ("argad", "Argad!"),
        ("arquebusier", "Arquebusier!"),
    ];
    for (id, title) in all {
        assert_eq!(drumhead::TITLES.named(id).map(|named| (named.id, named.title)), Some((id, title)));
        assert_eq!(test_rulesets::RULESETS.find(id).map(|ruleset| ruleset.named.id), Some(id));
    }
    assert!(drumhead::TITLES.named("chess").is_none());
    assert!(test_rulesets::RULESETS.find("chess").is_none());
}
