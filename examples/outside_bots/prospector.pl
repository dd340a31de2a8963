#!/usr/bin/env perl
# A player of Event Horizon that is a program of its own. It needs Perl and nothing else.
#
# It reads one line of JSON for each turn and answers one; docs/formats.md has what is in them. It
# mines with probes, puts all that it mines into warships, and sends fleets at what it has seen. It
# remembers where that was: a program lives as long as its game.

use strict;
use warnings;
use JSON::PP;

$| = 1;    # each answer goes out at once, and does not wait for the next

use constant {
    MAX_PROBES => 6,      # probes built in a turn
    MAX_WARSHIPS => 4,    # warships of a design built in a turn
    FLEET       => 5,      # warships that leave home together
    CAUTION     => 1.3,    # a fleet attacks where it is so many times as large as the enemy
    MEMORY      => 12,     # for how many turns a fleet goes by what was seen
};

my %STEP = (
    E => [ 1, 0 ], NE => [ 1, -1 ], NW => [ 0, -1 ], W => [ -1, 0 ], SW => [ -1, 1 ], SE => [ 0, 1 ],
);
my %seen;    # by sector: what was there when it was last in view

while ( my $line = <STDIN> ) {
    my $asked = decode_json($line);
    last if $asked->{message} eq 'over';
    print encode_json( { orders => orders( $asked->{view}, $asked->{turn} ) } ), "\n";
}

# The order text for the coming turn.
sub orders {
    my ( $view, $turn ) = @_;
    remember( $view, $turn );
    my ($mother) = grep { $_->{mothership} } @{ $view->{ships} };
    my ( $probes, $free ) = move_probes($view);
    my @lines = ( @$probes, move_warships( $view, $turn, $mother ) );
    push @lines, build( $view->{stock}, $free ) if $mother;
    return join '', map { "$_\n" } @lines;
}

# What is in view now takes the place of what was seen there before.
sub remember {
    my ( $view, $turn ) = @_;
    delete $seen{ $_->{sector} } for grep { $_->{in_view} } @{ $view->{sectors} };
    for my $enemy ( @{ $view->{contacts} } ) {
        my $place = $seen{ $enemy->{sector} } ||= { size => 0, armed => 0, home => 0 };
        my $size  = $enemy->{strength}**2;    # a strength is the root of the components
        $place->{turn} = $turn;
        $place->{size} += $size;
        $place->{armed} += $size if $enemy->{status} ne 'unarmed';
        $place->{home} ||= $enemy->{mothership};
    }
}

# One probe settles in each sector that yields something; the others go where most is to be had soon.
# Also answers how many sectors have nobody under way to them.
sub move_probes {
    my ($view) = @_;
    my $side   = $view->{side};
    my %worth  = map { $_->{sector} => total( $_->{values} ) } @{ $view->{sectors} };
    my %taken  = map { $_->{sector} => 1 } grep { $_->{mothership} } @{ $view->{ships} };
    my ( @lines, @moving );
    for my $probe ( grep { is_probe($_) } @{ $view->{ships} } ) {
        my $at = $probe->{sector};
        if   ( $taken{$at} || !$worth{$at} || armed_at($at) ) { push @moving, $probe }
        else                                                  { $taken{$at} = 1 }
    }
    my %free;    # what nobody has mapped is worth as much as most sectors are
    for my $q ( 0 .. $side - 1 ) {
        for my $r ( 0 .. $side - 1 ) {
            my $value = $worth{"$q,$r"} // 7;
            $free{"$q,$r"} = $value if $value && !$taken{"$q,$r"} && !armed_at("$q,$r");
        }
    }
    for my $probe (@moving) {
        my $at = $probe->{sector};
        my ($to) = best( sub { $free{ $_[0] } / ( 3 + distance( $at, $_[0], $side ) ) }, keys %free );
        last if !defined $to;
        delete $free{$to};
        push @lines, step( $probe, $to, $side, 1 );
    }
    return \@lines, scalar keys %free;
}

# Warships gather at the mothership. A fleet goes on where it is the stronger one, motherships first;
# else it comes home.
sub move_warships {
    my ( $view, $turn, $mother ) = @_;
    my $side = $view->{side};
    my $home = $mother ? $mother->{sector} : $view->{home};
    my %fleet;
    push @{ $fleet{ $_->{sector} } }, $_ for grep { is_warship($_) } @{ $view->{ships} };
    my @lines;
    for my $at ( sort keys %fleet ) {
        my @ships = @{ $fleet{$at} };
        my $size  = 0;
        $size += components($_) for @ships;
        my @prey = grep {
            $turn - $seen{$_}{turn} <= MEMORY && $size >= CAUTION * $seen{$_}{size}
        } keys %seen;
        my ($to) = best(
            sub { ( $seen{ $_[0] }{home} ? 3 : 1 ) / ( 1 + distance( $at, $_[0], $side ) ) }, @prey
        );
        $to = $home if !defined $to || ( $at eq $home && @ships < FLEET );
        push @lines, map { step( $_, $to, $side, 0 ) } @ships;
    }
    return @lines;
}

# Probes while there are sectors for them, then warships of all that is left, the larger ones first:
# a small ship makes more of its hull, but thousands of them would have to be ordered about.
sub build {
    my ( $stock, $free ) = @_;
    my %left  = %$stock;
    my @lines = built( \%left, least( MAX_PROBES, $free ), 'Probe', 0, 1, 0, 0 );
    for my $scale ( 8, 5, 3, 2, 1 ) {
        my $others = 4 * $scale;
        my $hull   = int( ( $others**2 + 2 ) / 4 );    # the least that holds so many together
        my @design = ( $hull, $scale, 2 * $scale, $scale );
        push @lines, built( \%left, MAX_WARSHIPS, 'Lancer', @design );
    }
    return @lines;
}

# As many ships of a design as the stock pays for, and at most so many.
sub built {
    my ( $left, $most, $name, $hull, $thrusters, $weapons, $shields ) = @_;
    my %cost = ( hull => $hull, thruster => $thrusters, weapon => $weapons, shield => $shields );
    my @parts = grep { $cost{$_} } sort keys %cost;
    my $count = least( $most, map { int( $left->{$_} / $cost{$_} ) } @parts );
    return () if $count < 1;
    $left->{$_} -= $count * $cost{$_} for @parts;
    return "BUILD $count $hull $thrusters $weapons $shields $name";
}

# A move one sector nearer to another, round armed enemies if the ship is careful.
sub step {
    my ( $ship, $to, $side, $careful ) = @_;
    return () if $ship->{sector} eq $to;
    my ( $q, $r ) = split /,/, $ship->{sector};
    my %next = map {
        $_ => join ',', ( $q + $STEP{$_}[0] ) % $side, ( $r + $STEP{$_}[1] ) % $side
    } keys %STEP;
    my @ways = grep { !$careful || !armed_at( $next{$_} ) } keys %next;
    my ($way) = best( sub { -distance( $next{ $_[0] }, $to, $side ) }, @ways );
    return defined $way ? "MOVE $ship->{number} $way" : ();
}

# The thing that scores most; of equal ones the first by name, so that a game can be played again.
sub best {
    my ( $score, @things ) = @_;
    my ( $best, $most );
    for my $thing ( sort @things ) {
        my $points = $score->($thing);
        ( $best, $most ) = ( $thing, $points ) if !defined $most || $points > $most;
    }
    return defined $best ? ($best) : ();
}

# How many moves there are between two sectors of a map without edges.
sub distance {
    my ( $from, $to, $side ) = @_;
    my ( $q, $r ) = split /,/, $from;
    my ( $p, $s ) = split /,/, $to;
    my @moves;
    for my $x ( map { $p - $q + $_ } -$side, 0, $side ) {
        push @moves, map { ( abs($x) + abs($_) + abs( $x + $_ ) ) / 2 }
            map { $s - $r + $_ } -$side, 0, $side;
    }
    return least(@moves);
}

sub is_probe   { my ($ship) = @_; return !$ship->{weapons} && !$ship->{mothership} }
sub is_warship { my ($ship) = @_; return $ship->{weapons} && $ship->{thrusters} && !$ship->{mothership} }
sub armed_at   { my ($at) = @_; return $seen{$at} && $seen{$at}{armed} }
sub components { my ($ship) = @_; return total( { map { $_ => $ship->{$_} } qw(hull thrusters weapons shields) } ) }

sub total {
    my ($amounts) = @_;
    my $sum = 0;
    $sum += $_ for values %$amounts;
    return $sum;
}

sub least {
    my ( $least, @others ) = @_;
    for my $number (@others) { $least = $number if $number < $least }
    return $least;
}
